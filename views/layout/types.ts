import type { ReactNode } from 'react'
import type { IconName } from '#views/ui/icon.tsx'
import type { TimersProps } from './timers.tsx'

export type Theme = 'light' | 'dark' | undefined

export type PageAssets = {
  styles: readonly string[]
  script: string
  islands?: string
  /** What the island of the page needs, asked for in one go. */
  modules?: readonly string[]
  fonts: readonly string[]
  icon?: string
  /** What the Content-Security-Policy of this response lets libraries put on a style element. */
  nonce?: string
}

export type MenuLink = {
  href: string
  label: string
  icon: IconName
  current?: boolean
  /** The letter that goes here after `g`. */
  go?: string
  count?: number
  /** Stands under More. */
  more?: boolean
  /** Where the person may choose whether it stands under More: its key, and whether it does not by itself. */
  page?: string
  first?: boolean
  /** Stands there whatever is used, and so never moves. */
  firstday?: boolean
  /** What it is, beside another that sounds alike. */
  hint?: string
}

export type MenuGroup = { key: string; label?: string; folded?: boolean; links: readonly MenuLink[] }

export type ExpiryNotice = {
  /** ISO 8601 UTC. */
  utc?: string
  /** In its place: that more seats are held than are paid for. */
  seats?: string
  /** Only for who may renew. */
  renewurl?: string
  /** Only for who may take seats back. */
  peopleurl?: string
}

export type Accounting = { label: string; href: string; connected: boolean }

export type FrameProps = {
  appname: string
  account: { id: string; name: string; logo?: string }
  accounts: readonly { id: string; name: string }[]
  person: { id: string; name: string; email: string; picture?: string }
  menu: readonly MenuGroup[]
  /** Whether the entries that are not used yet stand open. */
  moreopen?: boolean
  unread: number
  /** Undefined for who does no steps. */
  timers?: TimersProps
  theme: Theme
  mini: boolean
  /** Days left, when 30 or fewer and not subscribed; `paid`: of what was paid for, not of the evaluation. */
  evaluation?: { daysleft: number; paid: boolean }
  plansize?: 1 | 2 | 3
  expired?: ExpiryNotice
  /** The account is a copy, only to read: of which one ('' is not known), and as of when. */
  copy?: { of: string; utc: string | null }
  accounting?: Accounting
  helpbase?: string
  hub?: string
  /** The account's `change_seq` that the page was made at; the hub asks for what came since. */
  seq?: number | string
  /** The program's version, so that a page notices a newer one. */
  version?: string
  /** Labels from resources; a missing one falls back to plain English. */
  labels: Record<string, string>
}

export type DocumentProps = {
  title: string
  appname: string
  assets: PageAssets
  theme: Theme
  dialog?: ReactNode
  children: ReactNode
}
