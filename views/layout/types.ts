import type { ReactNode } from 'react'
import type { IconName } from '#views/ui/icon.tsx'

export type Theme = 'light' | 'dark' | undefined

/** Hashed addresses of the static files. */
export type PageAssets = {
  css: string
  script: string
  /** The islands' module; a page without one never asks for it. */
  islands?: string
  /** Faces of the first paint, fetched early. */
  fonts: readonly string[]
  icon?: string
  /** What the Content-Security-Policy of this response lets libraries put on a style element. */
  nonce?: string
}

export type MenuLink = {
  href: string
  label: string
  icon: IconName
  /** The page that is open, or one below it. */
  current?: boolean
  /** The letter that goes here after `g`. */
  go?: string
  count?: number
}

export type MenuGroup = { key: string; label?: string; folded?: boolean; links: readonly MenuLink[] }

export type Expired = {
  /** When it expired, ISO 8601 UTC. */
  utc?: string
  /** In its place: that more seats are held than are paid for. */
  seats?: string
  /** Only for who may renew. */
  renewurl?: string
  /** Only for who may take seats back. */
  peopleurl?: string
}

/** The accounting system's connection, as the header's chip tells it. */
export type Accounting = { label: string; href: string; connected: boolean }

/** Everything the frame shows, as plain values. */
export type FrameProps = {
  appname: string
  account: { id: string; name: string; logo?: string }
  /** Every account that the person may switch to, the open one included. */
  accounts: readonly { id: string; name: string }[]
  person: { name: string; email: string; picture?: string }
  menu: readonly MenuGroup[]
  unread: number
  theme: Theme
  mini: boolean
  /** Days left, when 30 or fewer and not subscribed; `paid`: of what was paid for, not of the evaluation. */
  evaluation?: { daysleft: number; paid: boolean }
  plansize?: 1 | 2 | 3
  expired?: Expired
  accounting?: Accounting
  /** Base address of the help pages. */
  helpbase?: string
  /** Where the live connection is made; nothing is made without it. */
  hub?: string
  /** The account's `change_seq` that the page was made at; the hub asks for what came since. */
  seq?: number | string
  /** The program's version, so that a page notices a newer one. */
  version?: string
  /** Labels from resources; a missing one falls back to plain English. */
  labels: Record<string, string>
}

/** What any whole document needs. */
export type DocumentProps = {
  title: string
  appname: string
  assets: PageAssets
  theme: Theme
  /** A dialog that stands open over the page from the start: its own address was asked for. */
  dialog?: ReactNode
  children: ReactNode
}
