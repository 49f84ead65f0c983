import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDoubles } from '../../web/model/doubles.js'
import { parseLine, parseList } from '../../web/model/paste.js'

const shapes = [
  ['1. David Bowie - Best of Bowie (1992)', 'David Bowie', 'Best of Bowie', 1992],
  ['2) No Doubt – It\'s My Life (2003)', 'No Doubt', "It's My Life", 2003],
  ['Sting — Nothing Like The Sun [1999]', 'Sting', 'Nothing Like The Sun', 1999],
  ['U2 -- Staring at the Sun, 2000', 'U2', 'Staring at the Sun', 2000],
  ['"American Pie" by Madonna (2000)', 'Madonna', 'American Pie', 2000],
  ['• Blink-182 - Enema of the State (1999)', 'Blink-182', 'Enema of the State', 1999],
  ['Prince - 1999 (1982)', 'Prince', '1999', 1982],
  ['Peter Gabriel - Peter Gabriel (3: Melt) (1980)', 'Peter Gabriel', 'Peter Gabriel (3: Melt)', 1980],
  ['Godspeed You! Black Emperor - F♯ A♯ ∞ (1997)', 'Godspeed You! Black Emperor', 'F♯ A♯ ∞', 1997],
  ['AC/DC - Back in Black', 'AC/DC', 'Back in Black', null],
  ['Jean-Michel Jarre - Oxygène (1976/2014 remaster)', 'Jean-Michel Jarre', 'Oxygène', 1976],
  ['Various - Nuggets: Original Artyfacts… 1965–1968 (1972)', 'Various', 'Nuggets: Original Artyfacts… 1965–1968', 1972],
  ['نار جهنم - وما خفي كان أعظم (2013)', 'نار جهنم', 'وما خفي كان أعظم', 2013],
  ['Sigur Rós - ( ) (2002)', 'Sigur Rós', '( )', 2002],
  ['!!! - Louden Up Now (2004)', '!!!', 'Louden Up Now', 2004],
  ['10cc - Deceptive Bends (1977)', '10cc', 'Deceptive Bends', 1977],
  ['Queen - Live - Wembley (1992)', 'Queen', 'Live - Wembley', 1992],
  ['1977 - David Bowie - Low', 'David Bowie', 'Low', 1977],
  ['65daysofstatic - Wild Light', '65daysofstatic', 'Wild Light', null],
]

test('every known shape of a line is read', () => {
  for (const [line, artist, title, year] of shapes) {
    const read = parseLine(line)
    assert.deepEqual([read.artist, read.title, read.year], [artist, title, year], line)
  }
})

test('a line without an artist becomes a title, with doubt', () => assert.deepEqual(parseLine('Thriller'), { artist: '', title: 'Thriller', year: null, doubt: true }))

test('a table that names its columns is read by those names, whatever their order and what is between them', () => {
  const low = { artist: 'David Bowie', title: 'Low', year: 1977, genre: 'Rock', doubt: false }
  for (const [name, text] of [
    ['commas', 'Artist,Album,Genre,Year\nDavid Bowie,Low,Rock,1977\n'],
    ['semicolons, CRLF and a BOM', '\ufeffArtist;Album;Genre;Year\r\nDavid Bowie;Low;Rock;1977\r\n'],
    ['tabs', 'Artist\tAlbum\tGenre\tYear\nDavid Bowie\tLow\tRock\t1977'],
    ['the list of this server', 'id,title,artist,year,genre\nlow,Low,David Bowie,1977,Rock'],
    ['a release date', 'Catalog#,Artist,Title,Label,Released,Genre\nPL 12030,David Bowie,Low,RCA,1977-01-14,Rock'],
  ]) assert.deepEqual(parseList(text), { albums: [{ line: 2, ...low }], skipped: [] }, name)
})

test('cells of a table may be quoted, and hold commas, quotes and line breaks', () => {
  const { albums, skipped } = parseList('"Artist","Album","Notes"\n"Crosby, Stills","12"" mix","two\nlines"\n\n12" man,"half,x\n,,only a note\n')
  assert.deepEqual(albums.map(({ line, artist, title, doubt }) => [line, artist, title, doubt]), [[2, 'Crosby, Stills', '12" mix', false], [5, '12" man', '"half', false]])
  assert.deepEqual(skipped, [{ line: 6, text: 'only a note' }])
})

test('a row without a year, or with half an album, is told apart', () => {
  const { albums } = parseList('Album;Artist;Year\nLow;;\n;Sting;0')
  assert.deepEqual(albums.map(({ artist, title, year, doubt }) => [artist, title, year, doubt]), [['', 'Low', null, true], ['Sting', '', null, true]])
})

test('what only looks like a heading is a line like any other', () => {
  assert.equal(parseList('Album, Artist').albums.length, 0)
  assert.equal(parseList('Title, by the Artist\nSting - Ten Summoner’s Tales').albums.length, 2)
})

test('rows of a spreadsheet are read by their tabs', () => {
  assert.deepEqual(parseLine('Sting\tTen Summoner’s Tales\t1993\tPop'), { artist: 'Sting', title: 'Ten Summoner’s Tales', year: 1993, genre: 'Pop', doubt: false })
})

test('empty lines are nothing, lines of dashes are left out and told, line numbers are those of the text', () => {
  const { albums, skipped } = parseList('\ufeffA - B\r\n\r\n-----\rC - D\n')
  assert.deepEqual(albums.map(album => [album.line, album.title]), [[1, 'B'], [4, 'D']])
  assert.deepEqual(skipped, [{ line: 3, text: '-----' }])
})

test('possible doubles are found on the shelf and within the list, empty fields never match', () => {
  const shelf = [{ id: 'a', fields: new Map([['artist', 'The Beatles'], ['title', 'Help!']]) }, { id: 'b', fields: new Map() }]
  const list = [{ artist: 'Beatles', title: 'HELP' }, { artist: '', title: '' }, { artist: 'X', title: 'Y' }, { artist: 'x', title: 'y' }, { artist: '', title: '' }]
  assert.deepEqual([...findDoubles(list, shelf)], [0, 3])
})

test('a line with more than a field holds is left out, and said', () => {
  const { albums, skipped } = parseList(`U2 - ${'x'.repeat(4097)}\nU2 - ${'x'.repeat(4096)}\nU2\tWar\t1983\t${'x'.repeat(4097)}`)
  assert.deepEqual([albums.map(({ line }) => line), skipped.map(({ line }) => line)], [[2], [1, 3]])
})
