import { environmentName, serviceSetting, setting, WrongSetting } from '#server/setting-kinds.ts'

const path = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    if (/^\/[\w./-]*$/.test(given)) return given
    throw new WrongSetting(`${environmentName(flag)} must be a path like ${fallback}, not "${given}".`)
  })

const header = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    if (/^[A-Za-z][A-Za-z0-9-]*$/.test(given)) return given
    throw new WrongSetting(`${environmentName(flag)} must be the name of a header, not "${given}".`)
  })

export const marssSettings = {
  marssurl: serviceSetting(
    '--marss-url',
    'Address of Marss, such as https://marss.example.co.za/api, to bring in items from, and to ask for levels and free pieces.',
  ),
  marsskeyheader: header(
    '--marss-key-header',
    'X-Api-Key',
    'The header in which Marss takes the key of an account.',
  ),
  marssitemspath: path('--marss-items-path', '/items', 'Where Marss lists its items, after its address.'),
  marsslevelspath: path('--marss-levels-path', '/levels', 'Where Marss says what it holds of an item.'),
  marssassetspath: path(
    '--marss-assets-path',
    '/assets/availability',
    'Where Marss says how many pieces of assets are free.',
  ),
}
