// Where open requests are kept so that they survive a reload: one contract, two stores.
//
//   load() → Promise of the state, or null      save(state) → Promise      clear() → Promise
//   keepList(list)   optional: the confirmed list, which comes back as `state.list`
//
// A state is plain data: { key, last, open: […], you }. A list is { epoch, seq, albums } as JSON text.

const DATABASE = 'backspin'

/** A store that lasts as long as the object: for tests, and for scripts that keep nothing. */
export function memoryStore() {
  let kept = null, list = null
  return {
    load: async () => (kept || list) && { ...JSON.parse(kept ?? '{}'), list },
    save: async state => { kept = JSON.stringify(state) },
    clear: async () => { kept = list = null },
    keepList: async value => { list = value },
  }
}

/** A store in the browser's IndexedDB: requests belong to a shelf and a client, the list to the shelf. Clients without
 *  open requests leave nothing behind. */
export function indexedStore(shelf, client) {
  const name = `${shelf} ${client}`
  return {
    async load() {
      const [state, list] = await transact('readonly', (clients, lists) => [clients.get(name), lists.get(shelf)])
      return (state || list) && { ...state, list }
    },
    save: state => transact('readwrite', clients => [state.open.length ? clients.put(state, name) : clients.delete(name)], { durability: 'strict' }),
    clear: () => transact('readwrite', clients => [clients.delete(name)]),
    keepList: list => transact('readwrite', (_, lists) => [lists.put(list, shelf)]),
  }
}

/** The keys of clients that left open requests on this device. */
export async function keysWithWork(shelf) {
  const [states, names] = await transact('readonly', clients => [clients.getAll(), clients.getAllKeys()])
  return states.filter((_, i) => names[i].startsWith(`${shelf} `)).map(state => state.key)
}

let opening = null

function open() {
  return opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('clients')
      request.result.createObjectStore('lists')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function transact(mode, act, options) {
  const transaction = (await open()).transaction(['clients', 'lists'], mode, options)
  const requests = act(transaction.objectStore('clients'), transaction.objectStore('lists'))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(requests.map(request => request.result))
    transaction.onerror = transaction.onabort = () => reject(transaction.error)
  })
}
