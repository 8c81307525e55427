/** A form or button whose change may wait on the device until there is a line, in the order of its group; `then`: where it leads. */
export const canWait = (label: string, group: string, then?: string) => ({
  'data-outbox': label,
  'data-group': group,
  'data-then': then,
})

/** Where the page says what of that group waits. */
export const WaitsHere = ({ group }: { group: string }) => (
  <p className="hint waits" data-waits={group} role="status" hidden />
)
