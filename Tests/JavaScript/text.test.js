import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRanges, fold, foldName, graphemes, initials, needles, readYear, shorten, tidy } from '../../web/model/text.js'

test('folding is blind to accents, case and width', () => {
  for (const [text, folded] of [['Ágætis', 'agaetis'], ['ＡＢＢＡ', 'abba'], ['Łódź', 'lodz'], ['Mötley Crüe', 'motley crue'], ['STRASSE', 'strasse'], ['Straße', 'strasse'], ['Øystein', 'oystein'], ['Čechomor', 'cechomor']]) {
    assert.equal(fold(text), folded)
  }
})

test('every beginning of a title finds it', () => {
  for (const title of ['Džiunglių knyga', 'Ágætis byrjun', 'Straße', '夜のラジオ', 'ﬁrst']) {
    const letters = graphemes(title)
    for (let count = 1; count <= letters.length; count += 1) assert.ok(fold(title).includes(fold(letters.slice(0, count).join(''))), letters.slice(0, count).join(''))
  }
})

test('what was found is marked in the original text', () => {
  const marked = (text, query) => findRanges(text, needles(query)).map(([start, end]) => text.slice(start, end))
  assert.deepEqual(marked('Ágætis byrjun', 'gaet byr'), ['gæt', 'byr'])
  assert.deepEqual(marked('ＡＢＢＡ Gold', 'bb'), ['ＢＢ'])
  assert.deepEqual(marked('banana', 'an'), ['anan'])
  assert.deepEqual(marked('Bowie', ''), [])
})

test('names are compared without article and punctuation, symbols stay', () => {
  assert.equal(foldName('The Beatles'), foldName('Beatles'))
  assert.equal(foldName('Go!Go!7188'), foldName('GO! GO! 7188'))
  assert.notEqual(foldName('!!!'), foldName('( )'))
  assert.equal(foldName('The The'), 'the')
})

test('texts are cut between graphemes', () => {
  assert.equal(shorten('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…')
  assert.equal(shorten('short', 10), 'short')
})

test('initials of one word, two words and none', () => {
  assert.equal(initials('Ann Berg'), 'AB')
  assert.equal(initials('bo'), 'B')
  assert.equal(initials('Mary Jane van Dyke'), 'MD')
  assert.equal(initials(''), '?')
})

test('years are whole numbers, in any digits of width, or nothing', () => {
  assert.equal(readYear('1992'), 1992)
  assert.equal(readYear(' １９９２ '), 1992)
  assert.equal(readYear('-30'), -30)
  assert.equal(readYear(''), null)
  for (const text of ['19921', 'c. 1992', '1,999', '1.5']) assert.equal(readYear(text), undefined)
})

test('typed text is composed, on one line, without controls and direction overrides', () => {
  assert.equal(tidy('  Ro\u0301s\r\nTakk\u202e\u0007 '), 'Rós Takk')
  assert.equal(tidy('\ud800x'), '\ufffdx')
})
