/** `next` is none where it is the last; `end`: where all of them end, with what is said there once all are done. */
type LeadsOn = { next: string | undefined; end: string; done: string }

/** A form or button whose change may wait on the device until there is a line, in the order of its group. */
export const canWait = (label: string, group: string, to?: LeadsOn) => ({
  'data-outbox': label,
  'data-group': group,
  ...(to && { 'data-then': to.next ?? to.end, 'data-end': to.end, 'data-done': to.done }),
})

/** As `canWait`, where it adds to what its group is of: it waits for nothing but others of its kind. */
export const canWaitApart = (label: string, group: string) => ({ ...canWait(label, group), 'data-apart': '' })

/** As `canWait`, where it starts the time of its group. */
export const canWaitAsStart = (label: string, group: string) => ({
  ...canWait(label, group),
  'data-begins': '',
})

/** Where the page says what of that group waits. */
export const WaitsHere = ({ group }: { group: string }) => (
  <p className="hint waits" data-waits={group} role="status" hidden />
)

/** Where the page says how many of what is sent to this address wait. */
export const WaitingCount = ({ url }: { url: string }) => (
  <small className="waits" data-waits-at={url} role="status" hidden />
)
