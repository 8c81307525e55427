import { askProgram } from './captive-portal.ts'
import { askToClose, openDialog, openModal } from './dialogs.ts'
import { messages } from './messages.ts'
import { delegate, findElement, topDialog } from './page.ts'
import { snackbar } from './snackbars.ts'
import { hasChanges } from './unsaved-changes.ts'

type Found = {
  kind: 'equipment' | 'storage' | 'item' | 'job'
  name: string
  note: string
  url: string
  opens: 'dialog' | 'page'
}

const kinds = {
  equipment: 'Equipment',
  storage: 'Storage',
  item: 'Item',
  job: 'Job',
  delivery: 'Delivery note',
}
const dialogOf = () => findElement<HTMLDialogElement>('#scan')

type Scanned = { code: string; found?: readonly Found[] }

/** `found` is what has the code, where that is known. */
export const scan = (code: string, found?: readonly Found[]) =>
  document.dispatchEvent(
    new CustomEvent<Scanned>('joblane:scan', { detail: { code, found }, cancelable: true }),
  )

export function watchScans(): void {
  document.addEventListener('joblane:scan', (event) => {
    // Listeners that come later may still take it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) void goTo((event as CustomEvent<Scanned>).detail)
    })
  })
  delegate('click', '#scan [data-found]', (link, event) => {
    event.preventDefault()
    dialogOf()?.close()
    void lead(link as HTMLAnchorElement, link.dataset.found)
  })
}

export function focusScanBox(): void {
  const field = findElement<HTMLInputElement>('.header [data-scanbox] input')
  if (field?.checkVisibility()) field.select()
  else openModal(dialogOf())
}

let asked = 0

async function goTo({ code, found: known }: Scanned): Promise<void> {
  const mine = ++asked
  const { found = known, message = messages.unexpected } = known ? {} : await lookUpCode(code)
  if (!found) {
    snackbar({ level: 'warning', message })
    return
  }
  // Where an earlier scan leads nobody waits for any more.
  if (mine !== asked) return
  const [one] = found
  if (!one) return
  if (found.length > 1) return choose(code, found)
  if (hasChanges() && !(await askToClose(topDialog()))) return
  dialogOf()?.close()
  await lead({ href: one.url }, one.opens)
}

type LookedUp = { found?: readonly Found[]; message?: string; isNone?: boolean }

/** What has just this code; where nothing has it, or no answer came, what to say of that. */
export async function lookUpCode(code: string): Promise<LookedUp> {
  const headers = { accept: 'application/json' }
  const answer = await askProgram(`/lookup/scan?code=${encodeURIComponent(code)}`, { headers })
  const body = await answer?.json().catch(() => null)
  if (answer?.ok) return { found: body.data }
  return {
    message: body?.message ?? (answer ? messages.unexpected : messages.unreachable),
    isNone: answer?.status === 404,
  }
}

function choose(code: string, found: readonly Found[]): void {
  const list = findElement('#scan [data-slot=found]')
  const field = findElement<HTMLInputElement>('#scan input')
  if (field) field.value = code
  list?.replaceChildren(
    ...found.map(({ kind, name, note, url, opens }) => {
      const entry = document.createElement('li')
      const link = document.createElement('a')
      const about = document.createElement('small')
      link.href = url
      link.dataset.found = opens
      about.textContent = [kinds[kind], note].filter(Boolean).join(' · ')
      link.append(name, about)
      entry.append(link)
      return entry
    }),
  )
  findElement('#scan [data-slot=several]')?.replaceChildren(`${found.length} things have the code ${code}.`)
  openModal(dialogOf())
  list?.querySelector('a')?.focus()
}

async function lead({ href }: { href: string }, opens: string | undefined): Promise<void> {
  if (opens === 'dialog') await openDialog(href)
  else location.assign(href)
}
