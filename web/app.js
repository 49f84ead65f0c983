// The page's beginning: which shelf, who is here, and the client that keeps them in step. Everything visible is in views/.

import { Client } from './client.js'
import { claimKey } from './client/tab.js'
import { openPage } from './views/page.js'
import { Person } from './views/basics/person.js'

const shelf = /^\/s\/([a-z0-9-]{1,64})\/?$/.exec(location.pathname)?.[1] ?? 'main'
const person = new Person(localStorage)
const { key, store } = await claimKey(shelf)
const url = new URL(`/ws/${shelf}`, location.href)
url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

const client = new Client({ url: url.href, name: person.name, person: person.id, hue: person.hue, key, store })
openPage({ client, person, shelf })
client.start()
