import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, drawCover, fnv1a, monogram, palettes, seedOf } from '../../web/model/covers.js'

test('FNV-1a gives the published values', () => {
  assert.equal(fnv1a(''), 0x811c9dc5)
  assert.equal(fnv1a('a'), 0xe40c292c)
  assert.equal(fnv1a('foobar'), 0xbf9cf968)
})

test('a sleeve is the same every time and on every screen', () => {
  assert.deepEqual(drawCover('U2', 'Staring at the Sun'), drawCover('U2', 'Staring at the Sun'))
  assert.equal(seedOf('U2', 'Staring at the Sun'), 1939754074)
})

test('case and composition do not change a sleeve, another title does', () => {
  assert.equal(seedOf('SIGUR RÓS', 'Takk'), seedOf('sigur ro\u0301s', 'TAKK'))
  assert.notDeepEqual(drawCover('Prince', '1999'), drawCover('Prince', '1998'))
})

test('the border between artist and title counts', () => assert.notEqual(seedOf('ab', 'c'), seedOf('a', 'bc')))

test('every monogram has a contrast of at least 4.5 to its paper', () => {
  for (const [paper, ink] of palettes) assert.ok(contrast(paper, ink) >= 4.5, `${ink} on ${paper}`)
})

test('the spot colour can be told from the paper', () => {
  for (const [paper, , spot] of palettes) assert.ok(contrast(paper, spot) >= 1.5, `${spot} on ${paper}`)
})

test('monograms take first letters, skip articles, and know other scripts', () => {
  const cases = [['The Dark Side', 'DS'], ['American Pie', 'AP'], ['1999', '1'], ['( )', '♪'], ['!!!', '♪'], ['', '♪'], ['夜のラジオ', '夜'], ['نار جهنم', 'نج'], ['A', 'A'],
    ['…And Justice', 'AJ'], ['👩‍👩‍👧 Family', 'F'], ['Ágætis byrjun', 'ÁB']]
  for (const [title, mark] of cases) assert.equal(monogram(title), mark, title)
})

test('a thousand albums give many different sleeves', () => {
  const faces = new Set(Array.from({ length: 1000 }, (_, at) => JSON.stringify(drawCover('Somebody', `Album ${at}`))))
  assert.ok(faces.size > 950, `${faces.size} of 1000`)
})
