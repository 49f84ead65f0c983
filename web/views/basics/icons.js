// The icons of the page: drawn for it, 20 by 20, one stroke width, in the colour of the text.

import { svg } from './dom.js'

const drawings = {
  undo: ['M7.5 4.5 3.8 8.2l3.7 3.7', 'M4 8.2h7.6a4.4 4.4 0 0 1 0 8.8H8.5'],
  redo: ['m12.5 4.5 3.7 3.7-3.7 3.7', 'M16 8.2H8.4a4.4 4.4 0 0 0 0 8.8h3.1'],
  trash: ['M3.5 5.5h13', 'M8 5.3V3.6h4v1.7', 'M5 5.7l.8 10.8h8.4L15 5.7', 'M8.4 8.7v4.8', 'M11.6 8.7v4.8'],
  plus: ['M10 4v12', 'M4 10h12'],
  more: ['M4.5 10h.01', 'M10 10h.01', 'M15.5 10h.01'],
  grip: ['M7.5 5h.01', 'M12.5 5h.01', 'M7.5 10h.01', 'M12.5 10h.01', 'M7.5 15h.01', 'M12.5 15h.01'],
  search: ['M9 3.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 9 3.8z', 'm12.8 12.8 3.7 3.7'],
  close: ['m5 5 10 10', 'M15 5 5 15'],
  check: ['m4 10.6 4 4 8-9'],
  cloud: ['M6 15.5a3.4 3.4 0 0 1-.3-6.8 4.6 4.6 0 0 1 8.9-.2 3.5 3.5 0 0 1-.4 7z'],
  off: ['M6 15.5a3.4 3.4 0 0 1-.3-6.8 4.6 4.6 0 0 1 8.9-.2 3.5 3.5 0 0 1-.4 7z', 'm3 3.5 14 14'],
  warning: ['M10 3.5 2.8 16.2h14.4z', 'M10 8.2v3.6', 'M10 14h.01'],
  menu: ['M3.5 6h13', 'M3.5 10h13', 'M3.5 14h13'],
  left: ['m12 4.5-5.5 5.5 5.5 5.5'],
  right: ['m8 4.5 5.5 5.5L8 15.5'],
  up: ['M10 16V4.5', 'm5.2 9.2 4.8-4.8 4.8 4.8'],
  down: ['M10 4v11.5', 'm5.2 10.8 4.8 4.8 4.8-4.8'],
  pencil: ['m4 16 .7-3.4 8.6-8.6 2.7 2.7-8.6 8.6z', 'm11.5 5.8 2.7 2.7'],
  sleeve: ['M3.5 3.5h9.6v13H3.5z', 'M13.1 5a5.2 5.2 0 0 1 0 10'],
}

/** An icon; decoration beside a name, so hidden from assistive technology. */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
    ...drawings[name].map(d => svg('path', { d })))
}
