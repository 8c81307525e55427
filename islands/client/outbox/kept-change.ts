import type { ChangedRecord } from '#views/ui/outbox.tsx'
import { newIdempotencyKey } from '../idempotency.ts'
import { notePressed } from './cleared.ts'
import { readEntered } from './read-entered.ts'
import type { KeptFile, Waiting, WaitingCall } from './store.ts'
import { stampNow } from './waiting-age.ts'

const { person = '', account = '' } = document.documentElement.dataset

export type KeptChange = {
  url: string
  label: string
  group: string
  of?: readonly ChangedRecord[]
  apart?: boolean
  begins?: boolean
  /** It was answered that whoever made it has to sign in again. */
  signedout?: boolean
  key: string | undefined
  values?: Iterable<[string, FormDataEntryValue]>
  call?: WaitingCall
  /** Where it was typed. */
  form?: ParentNode
}

export type SentChange = KeptChange & { key: string }

/** A change as it is stored, with its files read; dated by when it was made. */
export async function makeWaiting({
  url,
  label,
  group,
  of,
  apart,
  begins,
  key,
  values = [],
  call,
  form,
}: KeptChange) {
  const fields: Waiting['fields'] = []
  for (const [name, value] of values)
    fields.push([name, typeof value === 'string' ? value : await kept(value)])
  // Where there is no form nothing was typed.
  const entered = form ? readEntered(form, { fields, call }) : []
  const place = { url, label, group, of: of ?? findChosenJob(form), apart, begins, person, account }
  const made = { ...place, key: key ?? newIdempotencyKey(), fields, call, entered, ...stampNow() }
  notePressed(made)
  return made
}

/** Of a form that asks for it. */
function findChosenJob(form?: ParentNode): ChangedRecord[] | undefined {
  const chosen = form?.querySelector<HTMLInputElement>('[data-picker] > input[name=jobid]')
  return chosen?.value ? [{ id: chosen.value, name: chosen.dataset.shown ?? '' }] : undefined
}

async function kept(value: File): Promise<KeptFile> {
  return { name: value.name, type: value.type, bytes: await value.arrayBuffer() }
}
