// The patterns of drawn sleeves: bold, few shapes, recognisable at 40 pixels. Each fills a square of 100 by 100.

const circle = (cx, cy, r, fill) => ({ kind: 'circle', cx, cy, r, fill })
const rect = (x, y, width, height, fill) => ({ kind: 'rect', x, y, width, height, fill })
const path = (d, fill) => ({ kind: 'path', d, fill })

function rings({ paper, ink, spot, next, pick }) {
  const [cx, cy] = [30 + next() * 40, 34 + next() * 32]
  const step = 9 + pick(3) * 2
  const shapes = []
  for (let r = step * 5, at = 0; r > 0; r -= step, at += 1) shapes.push(circle(cx, cy, r, [ink, paper][at % 2]))
  return [...shapes, circle(cx, cy, step, spot)]
}

function sun({ paper, ink, spot, next, pick }) {
  const cy = 44 + next() * 12
  const cuts = 3 + pick(3)
  const lines = Array.from({ length: cuts }, (_, at) => rect(0, cy + 2 + at * (34 / cuts), 100, 2 + at * 1.4, paper))
  return [circle(50, cy, 34, spot), ...lines, rect(0, 84, 100, 30, ink)]
}

function stripes({ ink, spot, next, pick }) {
  const lean = pick(2) ? 1 : -1
  const shapes = []
  for (let x = -60 + next() * 10, at = 0; x < 160; at += 1) {
    const width = 7 + next() * 15
    shapes.push(path(`M${x} -20h${width}l${lean * 60} 140h-${width}z`, at % 3 === 1 ? spot : ink))
    x += width + 7 + next() * 9
  }
  return shapes
}

function quarters({ ink, spot, pick }) {
  const turns = [
    (x, y, s) => `M${x} ${y}h${s}a${s} ${s} 0 0 1 -${s} ${s}z`, (x, y, s) => `M${x + s} ${y}v${s}a${s} ${s} 0 0 1 -${s} -${s}z`,
    (x, y, s) => `M${x + s} ${y + s}h-${s}a${s} ${s} 0 0 1 ${s} -${s}z`, (x, y, s) => `M${x} ${y + s}v-${s}a${s} ${s} 0 0 1 ${s} ${s}z`,
  ]
  const size = [33.4, 50][pick(2)]
  const shapes = []
  for (let y = 0; y < 99; y += size) {
    for (let x = 0; x < 99; x += size) shapes.push(path(turns[pick(4)](x, y, size), pick(3) ? ink : spot))
  }
  return shapes
}

function dots({ ink, spot, pick }) {
  const count = 3 + pick(3)
  const gap = 100 / count
  const chosen = pick(count * count)
  return Array.from({ length: count * count }, (_, at) => {
    const [column, row] = [at % count, Math.floor(at / count)]
    const size = gap * (0.16 + 0.3 * ((column + row) / (2 * count - 2)))
    return circle((column + 0.5) * gap, (row + 0.5) * gap, at === chosen ? gap * 0.46 : size, at === chosen ? spot : ink)
  })
}

function arcs({ paper, ink, spot, pick }) {
  const [cx, cy] = [[0, 100], [100, 100], [0, 0], [100, 0]][pick(4)]
  const step = 12 + pick(3) * 3
  return [7, 6, 5, 4, 3, 2, 1].map(ring => circle(cx, cy, ring * step, ring === 3 ? spot : [ink, paper][ring % 2]))
}

function steps({ ink, spot, pick }) {
  const count = 4 + pick(3)
  const size = 100 / count
  const flip = pick(2)
  return Array.from({ length: count }, (_, at) => {
    const height = (at + 1) * size
    return rect((flip ? count - 1 - at : at) * size, 100 - height, size + 0.2, height, at === count - 2 ? spot : ink)
  })
}

function halves({ ink, spot, pick }) {
  const down = (y, fill) => path(`M0 ${y}h100a50 50 0 0 1 -100 0z`, fill)
  const up = (y, fill) => path(`M0 ${y}h100a50 50 0 0 0 -100 0z`, fill)
  return [[up(50, ink), up(100, spot)], [down(0, spot), down(50, ink)], [up(50, spot), down(50, ink)]][pick(3)]
}

function wheel({ ink, spot, next, pick }) {
  const blades = [6, 8, 12, 16][pick(4)]
  const [cx, cy] = [35 + next() * 30, 35 + next() * 30]
  const point = turn => `${(cx + 150 * Math.cos(turn)).toFixed(2)} ${(cy + 150 * Math.sin(turn)).toFixed(2)}`
  const wedge = Math.PI / blades
  const shapes = Array.from({ length: blades }, (_, at) =>
    path(`M${cx.toFixed(2)} ${cy.toFixed(2)}L${point(at * 2 * wedge)}L${point((at * 2 + 1) * wedge)}z`, ink))
  return [...shapes, circle(cx, cy, 17, spot)]
}

function bars({ ink, spot, next, pick }) {
  const count = 5 + pick(4)
  const gap = 100 / count
  const chosen = pick(count)
  return Array.from({ length: count }, (_, at) => {
    const height = 24 + next() * 62
    return rect(at * gap + gap * 0.14, 50 - height / 2, gap * 0.72, height, at === chosen ? spot : ink)
  })
}

function moon({ ink, paper, spot, next }) {
  const lean = 10 + next() * 16
  return [rect(0, 0, 100, 100, ink), circle(50, 50, 36, spot), circle(50 + lean, 50 - lean / 2, 32, ink),
    circle(14, 20, 2.4, paper), circle(84, 78, 1.8, paper)]
}

function peaks({ ink, spot, paper, next }) {
  const [a, b] = [22 + next() * 18, 30 + next() * 20]
  return [circle(70 - a / 2, 34, 15, spot), path(`M-20 100L${a} 40L${a + 54} 100z`, ink), path(`M${b} 100L${b + 42} 28L${b + 110} 100z`, ink),
    path(`M${b + 42} 28l-9 15.5l9 -3l8 6l4 -5z`, paper)]
}

/** All patterns; the order is part of the recipe, a new one goes to the end and changes every sleeve. */
export const patterns = [rings, sun, stripes, quarters, dots, arcs, steps, halves, wheel, bars, moon, peaks]
