export async function sha256(path: string, end?: number): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const bytes of Bun.file(path).slice(0, end).stream()) hash.update(bytes)
  return hash.digest('hex')
}
