const plain: ReadonlyMap<string, string> = new Map([
  ['systemadmin', 'Administrator'],
  ['StakeHolder', 'Client’s contact'],
])

/** How people read the name of a role; calls, exports and rules have the name itself. */
export const roleLabel = (name: string): string => plain.get(name) ?? name
