import type { ReactElement } from 'react'
import type { PlatformAccess } from '#db/platform.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Person } from '#server/access/person.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Services } from '#server/services.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import type { KeptMarkup } from './kept-markup.ts'
import type { Route } from './route.ts'

export type Meta = {
  id: string
  address: string
  started: number
  https: boolean
  nonce: string
  /** Lets the body take its time while it comes on, as a photo over a rural line does. Returns what ends that. */
  patience?: (bytes: () => number) => () => void
  setcookies: string[]
  /** How many of our own processes have handed it on. */
  hops?: number
  /** Handed on by the proxy of `serve --cells`, which passes all of an answer on to the client. */
  byownproxy?: boolean
  /** Its handler may have changed something by now. */
  begun?: boolean
  /** As it was received, to be handed on. */
  body?: Uint8Array<ArrayBuffer>
  /** Which of the declared routes answers it; absent where none does. */
  route?: Pick<Route, 'kind' | 'path'>
}

type Input<P, Q, B> = { params: P; query: Q; body: B; request: Request; url: URL; meta: Meta; htmx: boolean }

/** Nobody has signed in yet: no tenant's file can be reached from here. */
export type PublicContext<P = unknown, Q = unknown, B = unknown> = Input<P, Q, B> & {
  services: Services
  platform: PlatformAccess
  now(): Date
}

export type Context<P = unknown, Q = unknown, B = unknown> = PublicContext<P, Q, B> & {
  person: Person
  /** The account's change number before anything was read: what a page says it shows. */
  seq: number
  can(claim: Claim): boolean
  read<T>(run: (db: TenantDb, viewer: Viewer) => T): T
  /** Runs in one transaction; settles when it is on disk. With an Idempotency-Key its value is the stored reply. */
  write<T>(run: (tx: Tx, viewer: Viewer) => T): Promise<T>
  /** What the thread that made the change has written out of it; the value of the change is then not unpacked. */
  answered?: Reply
  /** Until when mail of the account waits; undefined when a server takes it, or the terminal shows it. */
  mailwaits(): string | undefined
  /** Writes to the platform's file what the program keeps for itself: never the reply of an Idempotency-Key. */
  beside: PlatformAccess['write']
}

/** For a client of the account: under its name, and with a small script without which the page works too. */
export type ForClient = { name: string; script: 'sign.js' }

export type Reply =
  | {
      kind: 'view'
      /** A string is HTML that was rendered before, by React or from what React rendered. */
      body: ReactElement | string | KeptMarkup
      dialog?: ReactElement | string
      title: string
      page?: string
      status?: number
      headers?: Record<string, string>
    }
  | {
      kind: 'fragment'
      body: ReactElement | string
      /** The page that stands there when somebody opens the address by itself; otherwise one is made around it. */
      whole?: () => Reply | Promise<Reply>
      status?: number
      headers?: Record<string, string>
    }
  | {
      kind: 'publicview'
      body: ReactElement
      title: string
      width?: 'card' | 'wide'
      bare?: boolean
      forclient?: ForClient
      status?: number
      headers?: Record<string, string>
    }
  | {
      kind: 'data'
      data: unknown
      message?: string
      total?: number
      /** There are at least `total`. */
      more?: boolean
      /** Of all rows of a timesheet. */
      minutes?: number
      leftout?: LeftOut
      status?: number
      headers?: Record<string, string>
    }
  | {
      kind: 'raw'
      body: string | Uint8Array
      type: string
      status?: number
      headers?: Record<string, string>
    }
  | { kind: 'redirect'; to: string; headers?: Record<string, string> }
