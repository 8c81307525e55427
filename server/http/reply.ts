import type { ReactElement } from 'react'
import { disposition } from '#server/files/disposition.ts'
import { linkMailSettings, type QueuedNotice } from '#server/mail/queued-mail.ts'
import type { ChangedRecord } from '#views/ui/outbox.tsx'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import type { WordsLink } from '#views/ui/words-link.tsx'
import type { Context, ForClient, Reply } from './context.ts'
import type { KeptMarkup } from './kept-markup.ts'

// A mark that no record can have by chance, whatever its fields are called.
const REPLY = Symbol('reply')
const markReply = <R extends Reply>(reply: R): R => Object.assign(reply, { [REPLY]: true })

type Of<K extends Reply['kind']> = Extract<Reply, { kind: K }>

type Extra = { status?: number; headers?: Record<string, string> }

export const view = (
  body: ReactElement | string | KeptMarkup,
  about: { title: string; page?: string; dialog?: string } & Extra,
): Reply => markReply({ kind: 'view', body, ...about })

export const dialogReply = (c: { htmx: boolean }, dialog: ReactElement, behind: () => Reply): Reply =>
  c.htmx ? fragment(dialog) : markReply({ ...behind(), dialog } as Reply)

export const fragment = (
  body: ReactElement | string,
  extra: Extra & { whole?: () => Reply | Promise<Reply> } = {},
): Reply => markReply({ kind: 'fragment', body, ...extra })

export const publicView = (
  body: ReactElement,
  about: { title: string; width?: 'card' | 'wide'; bare?: boolean; forclient?: ForClient } & Extra,
): Of<'publicview'> => markReply({ kind: 'publicview', body, ...about })

export type Data<T> = Of<'data'> & { data: T }

type Beside = { message?: string; total?: number; more?: boolean; minutes?: number; leftout?: LeftOut }

export const dataReply = <T>(value: T, beside: Beside & Extra = {}): Data<T> =>
  markReply({ kind: 'data', data: value, ...beside })

export const listData = <T>(rows: readonly T[]): Data<readonly T[]> => dataReply(rows, { total: rows.length })

export const rawReply = (body: string | Uint8Array, type: string, extra: Extra = {}): Of<'raw'> =>
  markReply({ kind: 'raw', body, type, ...extra })

/** JSON that was written before, of a `T`: `json` is there for the types alone, which say what the call answers. */
export const writtenJson = <T>(body: string): Of<'raw'> & { json?: T } =>
  rawReply(body, 'application/json; charset=utf-8')

/** RFC 6266 */
export const file = (body: Uint8Array, type: string, name: string, inline = false): Of<'raw'> =>
  rawReply(body, type, { headers: { 'content-disposition': disposition(name, inline) } })

export const redirect = (to: string, headers: Record<string, string> = {}): Of<'redirect'> =>
  markReply({ kind: 'redirect', to, headers })

export const noSwapReply = (headers: Record<string, string>): Of<'raw'> =>
  rawReply('', 'text/html; charset=utf-8', { headers: { 'HX-Reswap': 'none', ...headers } })

type Said = {
  level?: 'success' | 'info' | 'warning' | 'error'
  undo?: string | { url: string; waits: { label: string; group: string; of?: readonly ChangedRecord[] } }
  link?: WordsLink
  [event: string]: unknown
}

export const snackbarHeaders = (
  message: string,
  { level = 'success', undo, link, ...events }: Said = {},
) => ({
  'HX-Trigger': trigger({
    ...events,
    snackbar: {
      level,
      message,
      link,
      ...(undo ? { undo: typeof undo === 'string' ? { url: undo } : undo } : {}),
    },
  }),
})

export const saved = (message: string, table: string, undo?: string, link?: WordsLink): Reply =>
  noSwapReply(snackbarHeaders(message, { closedialog: true, refresh: { table }, undo, link }))

/** In the dialog, whatever the form that was sent points at; `inplace` keeps what stands the same as it is. */
export const replaceDialog = (dialog: ReactElement, headers: Record<string, string> = {}, inplace = false) =>
  fragment(dialog, {
    headers: {
      'HX-Retarget': '#dialog',
      'HX-Reswap': inplace ? 'innerMorph' : 'innerHTML',
      ...headers,
    },
  })

/** A warning where the mail waits, which is no success yet. */
export function mailQueued(
  c: Pick<Context, 'can'>,
  { message, level, undo }: QueuedNotice,
  table: string,
): Reply {
  const link = level === 'warning' ? linkMailSettings(c) : undefined
  return noSwapReply(snackbarHeaders(message, { level, link, undo, closedialog: true, refresh: { table } }))
}

/** The value of an HX-Trigger header: JSON in ASCII, since headers carry nothing else safely. */
export const trigger = (events: Record<string, unknown>) =>
  JSON.stringify(events).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && REPLY in value
