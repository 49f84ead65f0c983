// The page's beginning: which shelf, who is here, and the client that keeps them in step. Everything visible is in views/.

import { Client } from './client.js'
import { claimKey } from './client/tab.js'
import { takeToken, tokenIn } from './client/token.js'
import { fetchList } from './client/fetchlist.js'
import { Person } from './views/basics/person.js'
import { openPage } from './views/page.js'

const shelf = /^\/s\/([a-z0-9-]{1,64})\/?$/.exec(location.pathname)?.[1] ?? 'main'
const url = new URL(`/ws/${shelf}`, location.href)
url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

const storage = storageIfAllowed(() => localStorage), own = storageIfAllowed(() => sessionStorage)
const token = takeToken(shelf, storage)
// Another invitation in the same tab changes only what stands behind the #.
addEventListener('hashchange', () => { if (tokenIn(location.hash)) location.reload() })
const person = new Person(storage)
// Where a browser keeps nothing for this page, the tab is a new client each time, and says so when work is waiting.
const { key, store } = await claimKey(shelf).catch(() => ({}))

const client = new Client({ url: url.href, name: person.name, person: person.id, hue: person.hue, key, token, store, fetchList: () => fetchList(shelf, token) })
openPage({ client, person, shelf, storage, own, token })
client.start()

function storageIfAllowed(storage) {
  try { return storage() } catch { return null }
}
