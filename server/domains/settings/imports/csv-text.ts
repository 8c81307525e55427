const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** As they are, without what protects a spreadsheet: a number that begins with a plus stays one. */
export const csvText = (rows: readonly Record<string, string>[], withHead: boolean): string =>
  [...(withHead && rows[0] ? [Object.keys(rows[0])] : []), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('')
