import { settingList } from '#server/config/table.ts'

const commands: [string, string][] = [
  ['serve', 'Serve the pages and calls (the default).'],
  ['demo', 'The same as serve --demo: demo data, filled at the first start.'],
  ['import --account A --mapping M.json --from FOLDER [--dry-run]', 'Bring CSV lists in, all or nothing.'],
  ['backup --to PLACE [--account A] [--with-secret]', 'Copy the folder, or one account, while it is used.'],
  ['restore --from PLACE [--account A] [--replace]', 'Bring a backup back, all of it or one account.'],
  [
    'restore --from PLACE --as NAME [--account A]',
    'Put one account beside itself, to read before replacing it.',
  ],
  [
    'restore --from PLACE --account A|--all [--at 2026-11-20T10:00]',
    'Bring off-site copies back, the newest or those of a moment. Settings of the place as for replicate.',
  ],
  [
    'replicate --to PLACE [--once]',
    'Copy what changed to a bucket, an SFTP server or a folder, encrypted with --replicate-key.',
  ],
  ['replicate --new-key FILE', 'Make a key for encrypted off-site copies.'],
  ['pack --account A --to X.joblane', 'Put one account into one archive, to carry it elsewhere.'],
  ['unpack --from X.joblane [--as NAME]', 'Bring a packed account into this folder.'],
  ['verify X.joblane', 'Hold every byte of an archive or backup against its checksums.'],
  ['check', 'Hold every file of the folder against itself.'],
  ['doctor', 'Say in sentences what is wrong with this installation, while it runs.'],
  ['move --account A | --from c03 --to c01', 'Let another cell serve an account, or all accounts of a cell.'],
  [
    'haproxy-config --cells N [--port 3000]',
    'Print a configuration of HAProxy for the platform and so many cells.',
  ],
  [
    'ha-config --nodes a=ADDRESS,b=ADDRESS --vote c=ADDRESS --fence FILE --disk DEVICE --vip ADDRESS/BITS --to FOLDER',
    'Write the files for two machines, one of which may die, once both fences were tested (--test-fence NODE --cut-power); --check later.',
  ],
  ['service install|remove|start|stop', 'On Windows: start the program with the machine, and let it go on.'],
  ['version', 'Say which version this is.'],
]

export function help(): string {
  const rows = [...commands.map(([name, what]) => `  joblane ${name}\n      ${what}`)]
  const wide = Math.max(...settingList.map(({ flag }) => flag.length))
  const flags = settingList.map(({ flag, variable, what }) => `  ${flag.padEnd(wide)}  ${what} (${variable})`)
  return [
    'Joblane: job cards, stock and invoicing.',
    '',
    'Commands:',
    ...rows,
    '',
    'Settings:',
    ...flags,
  ].join('\n')
}
