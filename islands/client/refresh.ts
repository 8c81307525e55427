import htmx from 'htmx.org'
import { ANY_JOB, jobRefresh } from '#views/ui/links.ts'
import { askProgram } from './captive-portal.ts'
import { findElement, findElements, listUrl, onTriggered } from './page.ts'
import { hasChanges } from './unsaved-changes.ts'
import { unsent } from './unsent.ts'

/** Tables that changed, and the lists that show what stood before. */
const due = new Set<string>()
const outdated = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** A list in which somebody edits, or behind a dialog that holds changes, waits until that is over. */
export function watchRefresh(): void {
  onTriggered<{ table?: string; value?: string }>('refresh', ({ table, value }) => want(table ?? value))
  document.addEventListener('joblane:hub', ({ detail: { event, args } }) => {
    if (event === 'Reload') for (const list of findElements('[data-refresh]')) want(list.dataset.refresh)
    else for (const table of args.flatMap(parseTables)) want(table)
    if (event === 'JobChanged' || event === 'JobMoved')
      want(`${ANY_JOB} ${jobRefresh((args[0] as { id: string }).id)}`)
  })
  document.addEventListener('joblane:dialogclosed', soon)
  document.addEventListener('toggle', () => outdated.size > 0 && soon(), true)
  document.addEventListener('htmx:finally:request', () => outdated.size > 0 && soon())
  document.addEventListener('htmx:before:swap', dropOutdated)
}

type Asked = DocumentEventMap['htmx:before:swap']['detail']['ctx'] & { asked?: string }

/** A list that was filtered meanwhile asks by its new address; one in which somebody began to edit asks later. */
function dropOutdated(event: DocumentEventMap['htmx:before:swap']): void {
  const { asked, sourceElement } = event.detail.ctx as Asked
  const source = sourceElement as HTMLElement
  if (isCountedLate(source)) event.preventDefault()
  if (!asked) return
  const list = findList(source.id)
  const edited = list !== undefined && isEdited(list)
  if (list === sourceElement && asked === sourceOf(list) && !edited) return
  event.preventDefault()
  if (edited) outdated.add(list.id)
  else if (list) void reload(list)
}

/** The list is another one by now, or somebody edits in it: it goes on saying that there are at least so many. */
function isCountedLate(source: HTMLElement): boolean {
  if (!source.hasAttribute?.('data-later')) return false
  const list = source.closest<HTMLElement>('[data-refresh]')
  return !list || !source.isConnected || isEdited(list)
}

const findList = (id: string) => findElement(`[id="${id}"][data-refresh]`) ?? undefined

/** Drawn again it would lose what is typed in it, or close what was opened to be changed or chosen from. */
const isEdited = (list: HTMLElement) =>
  hasChanges(list) ||
  unsent(list) !== undefined ||
  findElement('[data-editor], .menu:popover-open', list) !== null

function parseTables(arg: unknown): string[] {
  const { table, tables } = (arg ?? {}) as { table?: unknown; tables?: unknown }
  return [table, ...(Array.isArray(tables) ? tables : [])].filter((one) => typeof one === 'string')
}

function want(tables: string | undefined): void {
  for (const table of tables?.split(' ') ?? []) due.add(table)
  soon()
}

// Several changes at once (an import, a batch) are one refresh.
function soon(): void {
  clearTimeout(timer)
  timer = setTimeout(refresh, 150)
}

function refresh(): void {
  for (const list of findElements('[data-refresh]'))
    if (list.dataset.refresh?.split(' ').some((one) => due.has(one))) outdated.add(list.id)
  due.clear()
  const dialog = findElement('#dialog')
  const typed = Boolean(dialog && hasChanges(dialog))
  for (const id of [...outdated]) {
    const list = findList(id)
    // What is no part of the form that is typed in may change beside it.
    if (list && (isEdited(list) || (typed && !list.closest('[data-noguard]')))) continue
    outdated.delete(id)
    if (list) void reload(list)
  }
}

function reload(list: HTMLElement): Promise<void> {
  if (list.id === 'menu') return redraw(list)
  const asked = sourceOf(list)
  const how = { source: list, target: list, swap: 'outerMorph', select: `#${list.id}`, push: 'false' }
  const dialog = list.contains(document.activeElement) ? list.closest('dialog') : null
  return htmx.ajax('GET', asked, { ...how, asked } as typeof how).then(() => keepFocus(dialog))
}

/** What was pressed is gone with its question: the keyboard goes on at the first field, and not from the page behind. */
function keepFocus(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open || dialog.contains(document.activeElement)) return
  const fields = findElements('input:enabled, select:enabled, textarea:enabled', dialog)
  fields.find((one) => one.checkVisibility())?.focus()
}

const sourceOf = (list: HTMLElement) => list.getAttribute('hx-get') ?? listUrl(list)

/** The menu comes with whole pages only. */
async function redraw(menu: HTMLElement): Promise<void> {
  const answer = await askProgram(location.href, { headers: { accept: 'text/html' } })
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const isChosen = findElement('[data-menu-choose]:focus', menu) !== null
  menu.replaceChildren(...(page.getElementById(menu.id)?.children ?? menu.children))
  if (isChosen) findElement('[data-menu-choose]', menu)?.focus()
}
