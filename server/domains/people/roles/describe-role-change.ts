type Named = { name: string; archived: boolean }

export function describeRoleChange(before: Named, after: Named): string {
  const renamed = before.name === after.name ? '' : `${before.name} renamed to ${after.name}`
  if (before.archived === after.archived) return renamed
  const kept = `${after.name} ${after.archived ? 'archived' : 'restored'}`
  return renamed ? `${renamed}, ${kept}` : kept
}
