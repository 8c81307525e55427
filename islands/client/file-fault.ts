/** What a field, or the box around one, says of its files. */
export function fileFault({ size }: Blob, { missing, most, above }: DOMStringMap): string | undefined {
  if (size === 0) return missing
  return size > Number(most) ? above : undefined
}
