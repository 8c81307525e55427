/** @param path in the project: by it the compiled program keeps its entries */
export function workerAddress(path: string): string {
  const root = import.meta.file === 'worker-address.ts' ? '../' : './'
  return new URL(root + path, import.meta.url).href
}
