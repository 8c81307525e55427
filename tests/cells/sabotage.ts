import { plugin } from 'bun'

/** Guards by the file they stand in, and what they are without: for a run that must be found out. */
const removed: Record<string, [from: string, to: string][]> = {
  'server/cells/cell.ts': [['placed.cell === cell.id && placed.target === null ? placed : null', 'placed']],
  'db/transact.ts': [['WHERE cell_epoch = ?', 'WHERE ? >= 0']],
  'db/tenant-file.ts': [['if (placed) claimPlace(file, row, placed)', '']],
}

plugin({
  name: 'sabotage',
  setup(build) {
    build.onLoad({ filter: /(cells\/cell|db\/transact|db\/tenant-file)\.ts$/ }, async ({ path }) => {
      const [, guards] = Object.entries(removed).find(([file]) => path.endsWith(file)) ?? ['', []]
      let contents = await Bun.file(path).text()
      for (const [from, to] of guards) {
        if (!contents.includes(from)) throw new Error(`There is no such guard in ${path}: ${from}`)
        contents = contents.replace(from, to)
      }
      return { contents, loader: 'ts' }
    })
  },
})
