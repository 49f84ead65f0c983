// The shelf's list as a file. Where a token is needed it goes into a header, never into an address.

import { h } from '../basics/dom.js'

/** Saves what stands at `path` under its name; without a token that is an ordinary link. */
export async function download(path, token) {
  if (!token) return location.assign(path)
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) return location.assign(path)
  const href = URL.createObjectURL(await answer.blob())
  h('a', { href, download: path.split('/').at(-1) }).click()
  return setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
