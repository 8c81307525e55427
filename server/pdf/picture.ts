/** The only two kinds that a PDF and a preview both take. */
export function pdfPictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const starts = (...head: number[]) => head.every((byte, index) => bytes[index] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  return undefined
}

export function isPicture(bytes: Uint8Array): boolean {
  return pdfPictureType(bytes) !== undefined
}
