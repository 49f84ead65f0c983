// The page's beginning: the client that keeps it in step, and the views on it. Everything visible is in views/.

import { shelf, storage, own, token, claimed, fetched } from './arrive.js'
import { Client } from './client.js'
import { tokenIn } from './client/token.js'
import { Person } from './views/basics/person.js'
import { openPage } from './views/page.js'

const url = new URL(`/ws/${shelf}`, location.href)
url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

// Another invitation in the same tab changes only what stands behind the #.
addEventListener('hashchange', () => { if (tokenIn(location.hash)) location.reload() })
const person = new Person(storage)
const { key, store } = await claimed

const client = new Client({ url: url.href, name: person.name, person: person.id, hue: person.hue, key, token, store, fetchList: () => fetched })
openPage({ client, person, shelf, storage, own, token })
client.start()
