// Which client a browser tab is. A tab keeps its key in sessionStorage, so a reload is the same client with the same
// Undo. A duplicated tab starts with a copy of that, so a key is claimed before it is used: whoever lives under it
// answers, and the newcomer takes another. Open requests that a closed browser left behind are taken up by the next
// tab that finds nobody living under their key.

import { newKey, clientID } from './key.js'
import { indexedStore, keysWithWork } from './store.js'

const ANSWER = 120   // ms a living tab has to answer

/** Claims a key for a tab on a shelf, until `release()`: { key, store, release }. `store` is the place for the work under
 *  that key. The rest is for tests. */
export async function claimKey(shelf, { session = sessionStorage, Channel = BroadcastChannel, left = () => keysWithWork(shelf), wait = ANSWER } = {}) {
  const name = `backspin ${shelf} key`, own = session.getItem(name)
  const channel = new Channel(`backspin ${shelf}`)
  const candidates = own ? [own] : await left().catch(() => [])
  const key = await firstFree(candidates, channel, wait) ?? newKey()
  session.setItem(name, key)
  return { key, store: indexedStore(shelf, clientID(key)), release: hold(key, channel) }
}

/** Answers everybody who claims the key from now on. */
function hold(key, channel) {
  const id = clientID(key)
  channel.onmessage = ({ data }) => { if (data.claim === id) channel.postMessage({ taken: id, nonce: data.nonce }) }
  return () => channel.close()
}

/** The first key under which nobody lives. Of two that claim at once, the greater nonce gets it. */
async function firstFree(keys, channel, wait) {
  if (!keys.length) return undefined
  const nonce = newKey(), taken = new Set(), ids = new Map(keys.map(key => [clientID(key), key]))
  channel.onmessage = ({ data }) => {
    if (data.taken && data.nonce === nonce) taken.add(data.taken)
    if (!ids.has(data.claim)) return
    if (data.nonce < nonce) channel.postMessage({ taken: data.claim, nonce: data.nonce })
    else taken.add(data.claim)
  }
  for (const id of ids.keys()) channel.postMessage({ claim: id, nonce })
  await new Promise(resolve => setTimeout(resolve, wait))
  return keys.find(key => !taken.has(clientID(key)))
}
