import htmx from 'htmx.org'
import { findElement } from '../page.ts'
import { snackbar } from '../snackbars.ts'
import type { StoredFile } from './send-file.ts'

export function sayStoredFiles(all: readonly StoredFile[], isUndoable: boolean): void {
  const ids = all.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const message = ids.length > 1 ? `${ids.length} files have been uploaded` : (all[0]?.message ?? '')
  const undo = isUndoable ? { act: () => void takeBack(ids) } : undefined
  snackbar({ level: 'success', message, undo })
  const list = findElement('#documents-list')
  if (list) void reload(list)
}

async function takeBack(ids: readonly string[]): Promise<void> {
  // Out of the dialog's form, whose fields would be sent along.
  const source = document.createElement('span')
  source.hidden = true
  document.body.append(source)
  const target = findElement('#documents-list') ?? source
  for (const id of ids)
    await htmx.ajax('POST', `/documents/${id}/archive`, { source, target, swap: 'outerMorph' })
  source.remove()
}

const reload = (list: HTMLElement) =>
  htmx.ajax('GET', list.getAttribute('hx-get') ?? '', {
    source: list,
    target: list,
    swap: 'outerMorph',
    select: '#documents-list',
    push: 'false',
  })
