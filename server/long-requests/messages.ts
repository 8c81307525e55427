import type { TenantFileRef, WriteResult } from '#db/write-in-thread.ts'
import type { Person } from '#server/access/person.ts'
import type { Config } from '#server/config.ts'
import type { Problem } from '#server/errors.ts'
import type { Once } from '#server/http/idempotency.ts'

/** A request that was admitted and checked, as far as plain data says it. */
export type ThreadRequest = {
  asks: 'change' | 'answer'
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
  ref: TenantFileRef
}

export type WrittenAnswer =
  | { json: string; status: number; headers?: Record<string, string> }
  | {
      markup: string
      about: { title: string; page?: string; status?: number; headers?: Record<string, string> }
    }
  | { to: string; headers?: Record<string, string> }

/** `value` is packed while it can still be undone. */
export type ThreadReply =
  | { ready: true }
  | { wrote: WriteResult<SharedArrayBuffer> }
  | { answered: WrittenAnswer }
  | { refused: Pick<Problem, 'status' | 'message' | 'more'> }
  | { replayed: { status: number; reply: string; key: string } }
  /** Nothing was changed: only the thread of requests can answer it; `why` unless that was to be expected. */
  | { again: true; why?: string }
