/** `next` is none where it is the last; `end`: where all of them end, with what is said there once all are done. */
type LeadsOn = { next: string | undefined; end: string; done: string }

/** What a change is done to or for: a job, the sheet of a count; named as within a sentence. */
export type ChangedRecord = { id: string; name: string }

type WaitsAs = { of?: readonly ChangedRecord[]; to?: LeadsOn }

/** What is done for one job. */
export const ofJob = (id: string, reference: string) => ({ of: [{ id, name: reference }] })

/**
 * A form or button whose change may wait on the device until there is a line, in the order of its group. `of`: told
 * where the label or the group does not.
 */
export const canWait = (label: string, group: string, { of, to }: WaitsAs = {}) => ({
  'data-outbox': label,
  'data-group': group,
  ...(of && { 'data-of': JSON.stringify(of) }),
  ...(to && { 'data-then': to.next ?? to.end, 'data-end': to.end, 'data-done': to.done }),
})

/** As `canWait`, where it adds to what its group is of: it waits for nothing but others of its kind. */
export const canWaitApart = (label: string, group: string, as?: WaitsAs) => ({
  ...canWait(label, group, as),
  'data-apart': '',
})

/** As `canWait`, where it starts the time of its group. */
export const canWaitAsStart = (label: string, group: string, as?: WaitsAs) => ({
  ...canWait(label, group, as),
  'data-begins': '',
})

/** Where the page says what waits of that group, or of the record with that id. */
export const WaitsHere = ({ group }: { group: string }) => (
  <p className="hint waits" data-waits={group} role="status" hidden />
)

/** Where the page says how many of what is sent to this address wait. */
export const WaitingCount = ({ url }: { url: string }) => (
  <small className="waits" data-waits-at={url} role="status" hidden />
)
