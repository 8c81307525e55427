import type { TenantFileRef, WriteResult } from '#db/write-in-thread.ts'
import type { Person } from '#server/access/person.ts'
import type { Config } from '#server/config.ts'
import type { Problem } from '#server/errors.ts'
import type { Once } from '#server/http/idempotency.ts'
import type { KeptMarkup } from '#server/http/kept-markup.ts'

/** A request that was admitted and checked, as far as plain data says it. */
export type ThreadRequest = {
  asks: 'change' | 'answer'
  number: number
  /** As the route is declared, not as it was asked. */
  address: string
  params: unknown
  query: unknown
  body: unknown
  url: string
  headers: [name: string, value: string][]
  person: Person
  once: Once | null
  /** When it was made, of what waited on a device. */
  made: string
  config: Pick<Config, 'maxuploadmb'>
  /** Until when the account's mail waits; undefined where it goes out. */
  mailwaits: string | undefined
  ref: TenantFileRef
}

export type WrittenAnswer =
  | { json: string; status: number; headers?: Record<string, string> }
  | {
      markup: KeptMarkup
      about: {
        title: string
        page?: string
        dialog?: string
        status?: number
        headers?: Record<string, string>
      }
    }
  | { sent: true; status: number; headers: [name: string, value: string][] }
  | { piece: string; status?: number; headers?: Record<string, string> }
  | { file: string | Uint8Array; type: string; status?: number; headers?: Record<string, string> }
  | { to: string; headers?: Record<string, string> }

type Refused = { refused: Pick<Problem, 'status' | 'message' | 'more'> }

/** What a thread that answers is told meanwhile: where its file goes, or that it has no place; that nobody waits. */
export type ToldMeanwhile = { to: string } | Refused | { gone: true }

/** It may come when the thread answers somebody else already, so it names the request that it is for. */
export type ThreadNotice = ToldMeanwhile & { request: number }

/** `value` is packed while it can still be undone. */
export type ThreadReply =
  | { ready: true }
  /** `goeson`: what the page answers follows, or that only the thread of requests can answer it. */
  | { wrote: WriteResult<SharedArrayBuffer>; goeson: boolean }
  | { answered: WrittenAnswer }
  /** It is answered with a file, and waits until it is told where that goes. */
  | { file: true }
  | Refused
  | { replayed: { status: number; reply: string; key: string } }
  /** Nothing was changed: only the thread of requests can answer it; `why` unless that was to be expected. */
  | { again: true; why?: string }
