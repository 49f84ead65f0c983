// The token that opens a shelf. An invitation carries it behind the `#` of its address, which browsers send to no server; from there it
// goes into this browser's storage, one a shelf, and out of the address, so that a copied address, a history or a picture does not give it away.

/** The token for a shelf, from the address or from before; undefined when there is none. `storage` may be null. */
export function takeToken(shelf, storage, { location, history } = globalThis) {
  const name = `backspin.token.${shelf}`
  const token = tokenIn(location.hash)
  if (!token) return read(storage, name)
  history.replaceState(history.state, '', location.pathname + location.search)
  try { storage?.setItem(name, token) } catch { /* then it lasts as long as the page */ }
  return token
}

/** The token that the part of an address behind `#` carries, if it does. */
export function tokenIn(hash) {
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return token && /^[\w.-]+$/.test(token) ? token : undefined
}

/** The name that a token gives whoever holds it, or an empty one. The server checks tokens, this only reads. */
export function nameIn(token) {
  try {
    const bytes = Uint8Array.from(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)).name ?? ''
  } catch { return '' }
}

function read(storage, name) {
  try { return storage?.getItem(name) ?? undefined } catch { return undefined }
}
