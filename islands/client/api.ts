import type { ConfirmPrompt } from '#views/ui/confirm.ts'
import type { ChangedRecord } from '#views/ui/outbox.tsx'
import type { Level } from '#views/ui/small.tsx'
import type { WordsLink } from '#views/ui/words-link.tsx'
import type { KeptChange, SentChange } from './outbox/kept-change.ts'

export type SnackbarOptions = {
  level?: Level
  message: string
  undo?: UndoAction
  /** Words of the message that lead somewhere. */
  link?: WordsLink
  /** How long it is shown, where that is not as usual. */
  ms?: number
}

/**
 * Its name and what it belongs to, where the device may keep it until there is a line; `form`: where it was typed;
 * `begins`: it starts the time of its group.
 */
export type WaitingPlace = {
  label: string
  group: string
  of?: readonly ChangedRecord[]
  apart?: boolean
  begins?: boolean
  form?: HTMLElement
}

/** The server undoes what its address says; an island undoes by itself. */
export type UndoAction = ({ url: string; waits?: WaitingPlace } | { act: () => void }) & { label?: string }

/** What an island changes, where that may wait on the device, and is kept from `beginKeeping` to `endKeeping`: `holds` says that something of the group does, `isBegun` that its start does; `findRefused` gives by name what the form's own fields refuse. */
type IslandOutbox = {
  holds(group: string): boolean
  isBegun(group: string): boolean
  findRefused(form: HTMLElement | undefined, body: Record<string, unknown>): Promise<Record<string, string>>
  keep(change: KeptChange): Promise<boolean | undefined>
  beginKeeping(change: SentChange): void
  endKeeping(key: string): void
  show(): void
}

export type Joblane = {
  outbox: IslandOutbox
  snackbar(snack: SnackbarOptions): () => void
  dialog(url: string): Promise<void>
  confirm(question: ConfirmPrompt): Promise<boolean>
  /** Opens the small form at this address that makes a record; `choose` is given what was made. */
  create(url: string, choose: (made: { id: string; name: string }) => void): Promise<void>
  /** After a call that was `asked` then (by the clock of the page) was answered that its session has ended: true once it may be sent again. */
  awaitSignIn(isChange: boolean, asked: number): Promise<boolean>
}

declare global {
  interface Window {
    joblane: Joblane
  }
}
