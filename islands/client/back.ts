import { topDialog } from './page.ts'

/** Of an entry of the history: of which page, and how many dialogs were open over it. */
type Mark = { page: string; depth: number }

type Traversal = Event & { navigationType: string; destination: { index: number } }
type Navigation = EventTarget & { currentEntry: { index: number } | null }

/** Whoever follows a link out of a dialog that closes must not be called back. */
const SETTLE_MS = 50

let page = ''
/** The address that is taken along while entries are taken back. */
let taken: string | undefined
let isLeaving = false
let isWithin = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Each open dialog is an entry of the history, so that Back closes the topmost one. One that is closed otherwise takes its
 * entry back.
 */
export function watchBack(close: (dialog: HTMLDialogElement) => Promise<void>): void {
  page = readMark()?.page ?? ''
  new MutationObserver(compareSoon).observe(document, {
    subtree: true,
    attributes: true,
    attributeFilter: ['open'],
  })
  document.addEventListener('htmx:after:swap', compareSoon)
  window.addEventListener('pageshow', () => {
    isLeaving = false
    compareSoon()
  })
  for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, stay, true)
  window.addEventListener('beforeunload', () => {
    isLeaving = true
  })
  window.addEventListener('popstate', () => onTraversed(close))
  keepPage()
}

const readMark = () => (history.state as { dialogs?: Mark } | null)?.dialogs

// Of the document's own list, which is kept: a page may have tens of thousands of elements.
const countOpen = () =>
  [...document.getElementsByTagName('dialog')].filter((dialog) => dialog.matches(':modal')).length

/** A file was fetched out of a dialog that stands open still. Beside none, a press may be the second on a slow link. */
function stay(): void {
  if (isLeaving && topDialog()) isLeaving = false
}

function compareSoon(): void {
  clearTimeout(timer)
  if (countOpen() > (readMark()?.depth ?? 0)) compare()
  else timer = setTimeout(compare, SETTLE_MS)
}

function compare(): void {
  if (taken !== undefined) return
  const open = countOpen()
  const depth = readMark()?.depth ?? 0
  if (open > depth) {
    isLeaving = false
    pushEntries(depth, open)
  }
  // It would break off what is on its way.
  if (open < depth && !isLeaving) {
    taken = location.href
    history.go(open - depth)
  }
}

function pushEntries(depth: number, open: number): void {
  if (!readMark()) {
    page = String(performance.timeOrigin + performance.now())
    history.replaceState(stateAt(0), '')
  }
  for (let at = depth + 1; at <= open; at++) history.pushState(stateAt(at), '')
}

// By its own sign htmx leaves the state as it is.
const stateAt = (depth: number) => ({ htmx: true, dialogs: { page, depth } })

function onTraversed(close: (dialog: HTMLDialogElement) => Promise<void>): void {
  const mark = readMark()
  isWithin = mark !== undefined && mark.page === page
  page = mark?.page ?? ''
  const top = countOpen() > (mark?.depth ?? 0) ? topDialog() : undefined
  const isBack = taken === undefined && isWithin
  // What the page's address became while the dialog stood over it.
  if (taken !== undefined && isWithin) history.replaceState(history.state, '', taken)
  taken = undefined
  if (isBack && top) void close(top).then(compareSoon)
  else compareSoon()
}

/** Between its own entries the page stays as it is, with its focus: htmx would load it anew. */
function keepPage(): void {
  document.addEventListener('htmx:before:history:restore', (event) => {
    if (isWithin) event.preventDefault()
  })
  const { navigation } = window as { navigation?: Navigation }
  // What closes may take its name out of the address while its entry is on its way back.
  navigation?.addEventListener('currententrychange', (event) => {
    if (taken !== undefined && (event as Traversal).navigationType === 'replace') taken = location.href
  })
  navigation?.addEventListener(
    'navigate',
    (event) => {
      const { navigationType, destination } = event as Traversal
      const steps = (navigation.currentEntry?.index ?? 0) - destination.index
      if (navigationType === 'traverse' && steps > 0 && steps <= (readMark()?.depth ?? 0))
        event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
