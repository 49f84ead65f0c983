// What need not wait for the rest of the page, and so runs as soon as its own few files are here: which shelf this is, which client this tab is,
// and, where no list is kept, the list.

import { claimKey } from './client/tab.js'
import { fetchList } from './client/fetchlist.js'
import { takeToken } from './client/token.js'

export const shelf = /^\/s\/([a-z0-9-]{1,64})\/?$/.exec(location.pathname)?.[1] ?? 'main'
export const storage = storageIfAllowed(() => localStorage)
export const own = storageIfAllowed(() => sessionStorage)
export const token = takeToken(shelf, storage)

/** Where a browser keeps nothing for this page, the tab is a new client each time, and says so when work is waiting. */
export const claimed = claimKey(shelf).then(lookAtOnce, () => ({}))

/** The list by HTTP; null when one is kept, or none can be had. */
export const fetched = claimed.then(fetchFirst).catch(() => null)

async function fetchFirst({ store }) {
  const kept = await store?.load().catch(() => null)
  return kept?.list ? null : fetchList(shelf, token)
}

/** The store with what is in it already on its way. */
function lookAtOnce({ key, store }) {
  const kept = store.load()
  return { key, store: { ...store, load: () => kept } }
}

function storageIfAllowed(storage) {
  try { return storage() } catch { return null }
}
