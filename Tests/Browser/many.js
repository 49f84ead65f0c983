// Invented albums, as many as asked for, always the same.

const first = 'Blue Silent Electric Golden Broken Northern Paper Hidden Slow Bright Velvet Empty Distant Wild Second Midnight Crystal Open Little Great'.split(' ')
const second = 'Rivers Garden Signals Harbour Mirrors Weather Letters Machines Islands Winters Birds Stations Rooms Colours Roads Animals Stories Engines Hours Light'.split(' ')
const who = 'The Lanterns|Mira Okafor|Sólstafir Trio|Kaito Mori|Hollow Pines|Ana Beltrán|Otto & The Tide|Nadia Rahman|Fjord Ensemble|Quiet Parade|DJ Saffron|Lów Bridge|Emil Østergaard|Red Cathedral|Juno Vale'.split('|')
const kinds = 'Pop Rock Jazz Folk Soul Electronic Classical Ambient'.split(' ')

export const many = count => Array.from({ length: count }, (_, at) => ({
  title: `${first[(at * 7) % 20]} ${second[(at * 13 + (at >> 5)) % 20]}${at >= 400 ? ` ${1 + Math.floor(at / 400)}` : ''}`,
  artist: who[(at * 11 + (at >> 3)) % who.length], genre: kinds[(at * 5) % kinds.length], year: 1958 + ((at * 17) % 66),
}))
