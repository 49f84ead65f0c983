// The page on a fake client, for development: `/dev/dev.html?albums=28000&dir=rtl&fresh`. The markup is the real one.

import { FakeClient } from '/dev/fake-client.js'

const wish = new URLSearchParams(location.search)
const page = new DOMParser().parseFromString(await (await fetch('/index.html')).text(), 'text/html')
page.querySelectorAll('script').forEach(script => script.remove())
document.head.replaceChildren(...page.head.childNodes)
document.body.replaceChildren(...page.body.childNodes)
if (wish.has('dir')) document.documentElement.dir = wish.get('dir')

await Promise.all([...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.sheet ?? new Promise(go => link.addEventListener('load', go))))
const { openPage } = await import('/views/page.js')
const { Person } = await import('/views/basics/person.js')
const person = new Person(wish.has('fresh') ? null : localStorage)
if (!wish.has('fresh')) person.change({ name: 'Ann Berg', hue: 8 })

const client = new FakeClient({ name: person.name, hue: person.hue, albums: await albumsFor(wish.get('albums')) })
window.fake = client
window.page = openPage({ client, person, shelf: wish.get('shelf') ?? 'main', storage: wish.has('fresh') ? null : localStorage })
client.start()

async function albumsFor(asked) {
  if (asked === 'hostile') return (await import('/dev/hostile.js')).hostile
  if (asked === null) return undefined
  const { many } = await import('/dev/many.js')
  return many(Number(asked))
}
