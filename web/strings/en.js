// Every English text of the page. To translate: copy this file, change the texts, import the copy in its place.
// `{word}` stands for a value; `{one, other}` chooses by `count` with the plural rules of the language.

export const strings = {
  app: 'Backspin',
  untitled: 'Untitled',
  you: 'You',
  nobody: 'Somebody',
  fields: { title: 'title', artist: 'artist', year: 'year', genre: 'genre', cover: 'cover', note: 'note' },
  columns: { title: 'Album', artist: 'Artist', year: 'Year', genre: 'Genre', note: 'Note', cover: 'Cover address' },

  noun: {
    insert: { one: 'add of {title}', many: 'add of {count} albums' },
    delete: { one: 'delete of {title}', many: 'delete of {count} albums' },
    restore: { one: 'restore of {title}', many: 'restore of {count} albums' },
    move: { one: 'move of {title}', many: 'move of {count} albums' },
    edit: {
      one: 'edit of {title}', many: 'edit of {count} albums',
      oneField: 'new {field} of {title}', manyField: 'new {field} of {count} albums',
    },
    mixed: { one: 'changes to {title}', many: 'changes to {count} albums' },
  },
  did: {
    insert: { one: '{who} added {title}', many: '{who} added {count} albums' },
    delete: { one: '{who} deleted {title}', many: '{who} deleted {count} albums' },
    restore: { one: '{who} brought back {title}', many: '{who} brought back {count} albums' },
    move: { one: '{who} moved {title}', many: '{who} moved {count} albums' },
    edit: {
      one: '{who} edited {title}', many: '{who} edited {count} albums',
      oneField: '{who} changed the {field} of {title}', manyField: '{who} changed the {field} of {count} albums',
    },
    mixed: { one: '{who} changed {title}', many: '{who} changed {count} albums' },
  },
  switched: {
    own: { undo: '{who} undid the {what}', redo: '{who} redid the {what}' },
    others: { undo: '{who} undid the {what} by {owner}', redo: '{who} redid the {what} by {owner}' },
  },
  button: {
    undo: { ready: 'Undo {what}', idle: 'Undo' },
    redo: { ready: 'Redo {what}', idle: 'Redo' },
  },
  toolbar: {
    name: 'Shelf tools', undo: 'Undo', redo: 'Redo', nothingToUndo: 'Nothing of yours to undo', nothingToRedo: 'Nothing to redo',
    add: 'Add album', trash: 'Delete', trashOne: 'Delete {title}', trashMany: { one: 'Delete {count} album', other: 'Delete {count} albums' },
    trashNothing: 'Nothing to delete',
  },
  status: {
    connecting: 'Connecting…', saved: 'Saved', saving: { one: 'Saving…', other: 'Saving {count}…' },
    back: 'Back online · saved', offline: 'Offline · trying again',
    offlineKept: { one: 'Offline · {count} change kept on this device', other: 'Offline · {count} changes kept on this device' },
    offlineOpen: { one: 'Offline · {count} change waiting in this tab', other: 'Offline · {count} changes waiting in this tab' },
    trouble: 'The server cannot save right now · your changes wait', diskFull: 'The server’s disk is full · your changes wait',
    stopped: 'Stopped · {reason}', retry: 'Try now', titleOffline: '(offline)', detailsOffline: 'Everything you do here is kept and sent once, in order, when the connection is back.',
    detailsOnline: 'Every change is on the server’s disk before this says Saved.',
    reasons: {
      4500: 'the server did not understand this page; reload it', 4501: 'this page is older than the server; reload it',
      4502: 'sign in to go on', 4503: 'you may not open this shelf', 4504: 'this tab’s place was taken by another one; reload to go on',
      4505: 'a change was too large for the server', other: 'reload the page to go on',
    },
  },
  covers: { name: 'Covers', hide: 'Hide covers', show: 'Show covers', cover: 'Cover: {title}, {artist}', previous: 'Previous album', next: 'Next album' },
  details: { name: 'Chosen album', position: '{position} of {count}', add: 'Add {field}', edit: 'Edit {field}: {value}', unknownArtist: 'Unknown artist' },
  list: {
    headers: { handle: 'Handle', check: 'Select', number: 'Number', face: 'Cover', menu: 'More' },
    name: 'Albums', filter: 'Filter albums', filterShort: 'Filter', shown: '{count} of {total}', total: { one: '{count} album', other: '{count} albums' },
    clear: 'Clear filter', nothing: 'Nothing here matches “{query}”', showAll: 'Show all albums',
    select: 'Select {title}', handle: 'Move {title}', menu: 'More for {title}', sortBy: 'Sort by {field}',
    ownOrder: 'Sorted by {field}, only for you', apply: 'Apply this order for everyone', shelfOrder: 'Back to the shelf’s order',
    frozen: 'Albums can be moved only in the shelf’s own order. Clear the filter and the sort first.',
    columns: 'Columns', position: 'Number', selected: { one: '{count} selected', other: '{count} selected' },
    moved: { one: '{title} moved to {position} of {total}', other: '{count} albums moved to {position} of {total}' },
    lifted: '{title} lifted', dropped: 'Move cancelled', remoteGone: { one: 'An album you had selected was deleted by {who}', other: '{count} albums you had selected were deleted by {who}' },
  },
  bar: {
    name: 'Selected albums', delete: 'Delete', move: 'Move', edit: 'Edit a field', clear: 'Clear selection',
    editTitle: { one: 'Edit a field of {count} album', other: 'Edit a field of {count} albums' }, field: 'Field', value: 'New value', emptyMeans: 'Leave empty to take the field away.',
    save: { one: 'Change {count} album', other: 'Change {count} albums' },
  },
  move: {
    name: 'Move', top: 'To the top', up: 'Up', down: 'Down', bottom: 'To the bottom', position: 'To position…',
    dialog: 'Move to position', label: 'Position, 1 to {count}', go: 'Move', edit: 'Edit', select: 'Select', delete: 'Delete', bad: 'Please give a number from 1 to {count}.',
  },
  edit: {
    label: '{field} of {title}', theirs: 'Use theirs', mine: 'Keep mine', changed: '{who} changed this to {value}', cleared: '{who} cleared this',
    badYear: 'A year is a whole number from -9999 to 9999, or empty.', draft: '{who} deleted {title} while you were editing. Your draft: {value}',
    keepDraft: 'Restore with my draft', discard: 'Discard', tooLong: 'This text is too long.',
  },
  add: {
    title: 'Add albums', one: 'One album', many: 'Paste a list', submit: 'Add', another: 'Add another', place: 'Goes behind {title}', placeEnd: 'Goes to the end',
    hint: 'One album a line, for example: David Bowie - Low (1977)', list: 'Your list', preview: 'Preview',
    addMany: { one: 'Add {count} album', other: 'Add {count} albums' }, skipped: { one: '{count} line left out', other: '{count} lines left out' },
    double: 'May already be here', doubleOne: 'The shelf may already have this album. You can add it all the same.', doubt: 'No artist found',
    doubles: { one: '{count} may already be here', other: '{count} may already be here' }, leaveDoubles: 'Leave out what may already be here',
    needTitle: 'Give at least a title or an artist.',
  },
  toast: { name: 'Notices', undo: 'Undo', redo: 'Redo', close: 'Close', missed: { one: 'While you were away, others made {count} change.', other: 'While you were away, others made {count} changes.' }, nothing: 'Nothing left to do there', putBack: 'Put mine back', goOn: 'Undo the one before' },
  sleeping: {
    by: 'Your {what} is covered by what {who} did since.', alone: 'Your {what} changes nothing any more.',
    again: 'Press undo again for the one before it.',
  },
  refused: {
    title: 'Could not be done', intro: 'These changes were refused by the server. Nothing else was lost.', again: 'Try again', forget: 'Remove from this list',
    one: '{what}: {reason}', button: { one: '{count} change refused', other: '{count} changes refused' },
    codes: {
      stale: 'something else happened in the meantime', gone: 'the album was deleted too long ago', id_taken: 'it exists already', too_large: 'it is too large',
      full: 'the shelf is full', bad_request: 'it is not valid', not_allowed: 'you may only look at this shelf', unknown_step: 'the step is not known any more',
      settled: 'it is too old to be undone', not_yours: 'it was somebody else’s', forgotten: 'it was sent too long ago', reused: 'it was sent twice', other: 'the server said no',
    },
  },
  people: {
    name: 'People here', count: { one: '{count} person here', other: '{count} people here' }, self: '{who} (you)', editing: '{who} is editing {title}', on: '{who} is at {title}',
    more: '+{count}', unnamed: 'You have no name here yet.', choose: 'Choose a name', rename: 'Your name and colour', nameLabel: 'Your name', hueLabel: 'Your colour', save: 'Save', intro: 'This is how others see you here.',
    here: 'Only you are here', joined: '{who} is here', alone: 'Send the address of this page to somebody: they edit with you.',
    hues: ['Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Violet', 'Pink'],
  },
  menu: {
    name: 'Menu', history: 'History', bin: 'Recently deleted', mute: 'Mute notices', unmute: 'Show notices', who: 'Your name and colour', over: 'Start over with the sample albums',
    column: 'Column: {field}', shortcuts: 'Keyboard shortcuts', csv: 'Download as CSV', json: 'Open as JSON', theme: 'Appearance', auto: 'As the system', light: 'Light', dark: 'Dark', print: 'Print',
  },
  history: { title: 'History', empty: 'Nothing has happened here yet.', more: 'Show older', undo: 'Undo', redo: 'Redo', sleeping: 'Covered by {who}', failed: 'The history is not available while offline.' },
  bin: { you: 'you', title: 'Recently deleted', empty: 'Nothing was deleted.', restore: 'Restore', by: 'Deleted by {who}, {when}', more: 'Show more', failed: 'The deleted albums are not available while offline.', total: { one: '{count} album', other: '{count} albums' } },
  empty: { waitingTitle: 'Not connected yet', waitingText: 'This shelf cannot be reached right now. The page tries again by itself.', title: 'An empty shelf', text: 'Put the first album on it. Everybody who has this page open sees it at once.', samples: 'Load the five sample albums', paste: 'Paste a list', add: 'Add an album' },
  keys: {
    title: 'Keyboard shortcuts', letters: 'Single-letter shortcuts in the list', close: 'Close',
    list: [
      ['Previous, next album', '← → ↑ ↓'], ['First, last album', 'Home, End'], ['Undo', 'Ctrl Z'], ['Redo', 'Ctrl Shift Z, Ctrl Y'], ['Delete', 'Del'],
      ['Move up, down', 'Alt ↑, Alt ↓'], ['Select, extend', 'Space, Shift ↑ ↓'], ['Select all', 'Ctrl A'], ['Clear selection', 'Esc'], ['Edit', 'Enter, F2, E'],
      ['Save, next field, revert', 'Enter, Tab, Esc'], ['Move menu', 'M'], ['Add an album', 'N'], ['Filter', '/'], ['Jump to an album', 'Type its first letters'], ['This help', '?'],
    ],
    note: 'On a Mac, Cmd does what Ctrl does here.', jump: 'With letters as shortcuts, type quickly: the first letter of a word is taken for a jump unless it is E, M or N.',
  },
  common: { cancel: 'Cancel', close: 'Close', save: 'Save', sampleName: 'sample albums', skip: 'Skip to the list' },
}
