import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../web/model/desk.js'
import { Order, typeAhead } from '../../web/model/order.js'

const album = (id, title, year) => ({ id, fields: new Map(Object.entries({ title, ...(year === undefined ? {} : { year }) })) })

function shelf(...albums) {
  return { albums, get length() { return albums.length }, indexOf: id => albums.findIndex(one => one.id === id) }
}

const ids = order => order.albums.map(one => one.id).join('')

test('without filter and sort the view is the shelf itself', () => {
  const source = shelf(album('a', 'Low'), album('b', 'Heroes'))
  const order = new Order(source)
  assert.equal(order.albums, source.albums)
  assert.equal(order.isShelf, true)
})

test('the filter wants every word, in any field', () => {
  const order = new Order(shelf(album('a', 'Blue Train', 1957), album('b', 'Kind of Blue', 1959), album('c', 'Naïve', 1959)))
  order.setFilter('blue 59')
  assert.equal(ids(order), 'b')
  order.setFilter('NAIVE')
  assert.equal(ids(order), 'c')
  assert.equal(order.isShelf, false)
})

test('sorting is by number and by language, albums without the field come last either way', () => {
  const order = new Order(shelf(album('a', 'Volume 10', 1999), album('b', 'volume 2'), album('c', 'Čechomor', 1988), album('d', 'Zebra', -30)))
  order.setSort({ field: 'title', falling: false })
  assert.equal(ids(order), 'cbad')
  order.setSort({ field: 'year', falling: false })
  assert.equal(ids(order), 'dcab')
  order.setSort({ field: 'year', falling: true })
  assert.equal(ids(order), 'acdb')
})

test('following changes one by one gives what sorting anew gives', () => {
  let seed = 7
  const random = count => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % count }
  const albums = Array.from({ length: 30 }, (_, at) => album(`a${at}`, `Album ${random(12)}`, random(9)))
  const source = shelf(...albums)
  const order = new Order(source)
  order.setFilter('album')
  order.setSort({ field: 'year', falling: false })
  for (let round = 0; round < 300; round += 1) {
    const index = random(source.albums.length)
    const old = source.albums[index]
    const changed = album(old.id, random(5) ? `Album ${random(12)}` : 'Hidden', random(9))
    source.albums[index] = changed
    order.follow([{ type: 'edit', id: old.id, index, album: changed }])
    const fresh = new Order(source)
    fresh.query = order.query
    fresh.setFilter('album')
    fresh.setSort(order.sort)
    assert.deepEqual(order.albums.map(one => one.fields.get('year')), fresh.albums.map(one => one.fields.get('year')))
    assert.deepEqual(new Set(order.albums), new Set(fresh.albums))
  }
})

test('typing jumps to the next album that starts so, around the end', () => {
  const { albums } = shelf(album('a', 'Émigré'), album('b', 'Low'), album('c', '“Echoes”'))
  assert.equal(typeAhead(albums, 'e', 1), 2)
  assert.equal(typeAhead(albums, 'em', 2), 0)
  assert.equal(typeAhead(albums, 'x', 0), -1)
})

test('a place follows every kind of change, as the album in it would', () => {
  const list = [...'abcdef']
  for (let place = 0; place < 6; place += 1) {
    for (let from = 0; from < 6; from += 1) {
      for (let to = 0; to < 6; to += 1) {
        const moved = [...list]
        moved.splice(to, 0, ...moved.splice(from, 1))
        assert.equal(follow(place, [{ type: 'move', from, to }]), moved.indexOf(list[place]), `${place} when ${from} goes to ${to}`)
      }
    }
  }
  assert.equal(follow(3, [{ type: 'delete', index: 1 }, { type: 'insert', index: 2 }]), 3)
  assert.equal(follow(3, [{ type: 'delete', index: 3 }]), 3)
})
