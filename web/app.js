// The page's beginning: which shelf, who is here, and the client that keeps them in step. Everything visible is in views/.

import { Client } from './client.js'
import { claimKey } from './client/tab.js'
import { Person } from './views/basics/person.js'
import { openPage } from './views/page.js'

const shelf = /^\/s\/([a-z0-9-]{1,64})\/?$/.exec(location.pathname)?.[1] ?? 'main'
const url = new URL(`/ws/${shelf}`, location.href)
url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

const storage = storageIfAllowed()
const person = new Person(storage)
// Where a browser keeps nothing for this page, the tab is a new client each time, and says so when work is waiting.
const { key, store } = await claimKey(shelf).catch(() => ({}))

const client = new Client({ url: url.href, name: person.name, person: person.id, hue: person.hue, key, store })
openPage({ client, person, shelf, storage })
client.start()

function storageIfAllowed() {
  try { return localStorage } catch { return null }
}
