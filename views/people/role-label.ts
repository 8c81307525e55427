const plain: Readonly<Record<string, string>> = {
  systemadmin: 'Administrator',
  StakeHolder: 'Client’s contact',
}

/** How people read the name of a role; calls, exports and rules have the name itself. */
export const roleLabel = (name: string): string => plain[name] ?? name
