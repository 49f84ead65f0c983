// Titles that have broken other people's lists.

const titles = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><b>bold</b>', '{{7*7}}', '${title}', '{title}', '{who} deleted {count}', '__proto__', 'constructor', 'toString', 'null', 'undefined',
  'NaN', 'true', '[object Object]', '&amp;&lt;', '%00%0a', '\\u0041', '=1+1', '+SUM(A1)', '-EON-', '@home', "'; DROP TABLE albums; --", 'A', '0', '1', '( )', '!!!', '…', '???', '---', '///', '   spaced   out   ',
  'Sigur Rós', 'Sigur Ro\u0301s', 'Ａ Ｗｉｄｅ Ｔｉｔｌｅ', 'İstanbul ıı', 'STRASSE / Straße', 'ﬁﬂ ligatures', 'نار جهنم - وما خفي كان أعظم', 'שלום עולם (2001)', 'English מעורב עברית', 'العربية 1999 English', '夜のラジオ', '한국어 노래', '中文標題與很長的副標題',
  'ไทยไม่มีช่องว่าง', 'हिन्दी गीत', '👩‍👩‍👧‍👦 Family', '🏳️‍🌈🏴‍☠️', '👍🏽👍🏿', 'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309a\u0300\u0301\u0302\u0303\u0304\u0305l\u0330\u0331\u0332\u0333g\u0300\u0301\u0302o', 'e\u0301\u0301\u0301\u0301\u0301',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'x'.repeat(600), 'a b '.repeat(200), 'soft\u00adhyphen', 'zero\u200bwidth\u200djoin', 'line\nbreak', 'tab\there', '\u00a0', '١٩٩٩',
]

export const hostile = titles.map((title, at) => ({ title, artist: titles[(at * 7 + 3) % titles.length], genre: at % 3 ? titles[(at * 5 + 1) % titles.length] : undefined, year: [1999, -9999, 9999, 0, undefined][at % 5] }))
  .map(fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
