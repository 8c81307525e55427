import type { ReactElement } from 'react'
import { disposition } from '#server/files/disposition.ts'
import type { Reply } from './context.ts'

// A mark that no record can have by chance, whatever its fields are called.
const REPLY = Symbol('reply')
const made = <R extends Reply>(reply: R): R => Object.assign(reply, { [REPLY]: true })

type Extra = { status?: number; headers?: Record<string, string> }

/** A page inside the frame; for an htmx request only its body. `page` marks the menu entry it belongs to. */
export const view = (body: ReactElement | string, about: { title: string; page?: string } & Extra): Reply =>
  made({ kind: 'view', body, ...about })

/** A dialog over a page: alone for htmx, with the page behind it when its own address was asked for. */
export const dialogOver = (c: { htmx: boolean }, dialog: ReactElement, behind: () => Reply): Reply =>
  c.htmx ? fragment(dialog) : made({ ...behind(), dialog } as Reply)

/**
 * A piece of HTML for htmx to swap in. Who opens its address in a browser gets a page: `whole`, or one that is made
 * around the piece.
 */
export const fragment = (
  body: ReactElement,
  extra: Extra & { whole?: () => Reply | Promise<Reply> } = {},
): Reply => made({ kind: 'fragment', body, ...extra })

/** A page with a navbar only: sign-in, set-up, and what clients see under `/www`. */
export const publicView = (
  body: ReactElement,
  about: { title: string; width?: 'card' | 'wide'; bare?: boolean } & Extra,
): Reply => made({ kind: 'publicview', body, ...about })

export type Data<T> = Extract<Reply, { kind: 'data' }> & { data: T }

/** JSON data with a message for the person, a total for a list, or another status. */
export const data = <T>(value: T, more: { message?: string; total?: number } & Extra = {}): Data<T> =>
  made({ kind: 'data', data: value, ...more })

/** All the rows there are, with their count as the total (decision A1). */
export const listed = <T>(rows: readonly T[]): Data<readonly T[]> => data(rows, { total: rows.length })

/** Bytes or text as they are. */
export const raw = (body: string | Uint8Array, type: string, extra: Extra = {}): Reply =>
  made({ kind: 'raw', body, type, ...extra })

/** A file to download, or to show when `inline`. The name may hold any characters (RFC 6266). */
export const file = (body: Uint8Array, type: string, name: string, inline = false): Reply =>
  raw(body, type, { headers: { 'content-disposition': disposition(name, inline) } })

/** Sends the browser elsewhere, also from an htmx request. */
export const redirect = (to: string, headers: Record<string, string> = {}): Reply =>
  made({ kind: 'redirect', to, headers })

/** Nothing to swap in: the page script does what the headers say. */
export const nothing = (headers: Record<string, string>): Reply =>
  raw('', 'text/html; charset=utf-8', { headers: { 'HX-Reswap': 'none', ...headers } })

type Said = { level?: 'success' | 'warning' | 'error'; undo?: string; [event: string]: unknown }

/** The header that has the page script show a message beside what is answered, offer `undo`, and take other events. */
export const says = (message: string, { level = 'success', undo, ...events }: Said = {}) => ({
  'HX-Trigger': trigger({
    ...events,
    snackbar: { level, message, ...(undo ? { undo: { url: undo } } : {}) },
  }),
})

/** After a save from a dialog: closes it, refreshes the lists that show `table`, says what happened, offers `undo`. */
export const saved = (message: string, table: string, undo?: string): Reply =>
  nothing(says(message, { closedialog: true, refresh: { table }, undo }))

/** The value of an HX-Trigger header: JSON in ASCII, since headers carry nothing else safely. */
export const trigger = (events: Record<string, unknown>) =>
  JSON.stringify(events).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Whether a handler answered in one of the ways above; anything else is plain data. */
export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && REPLY in value
