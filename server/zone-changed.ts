/** The account is in another time zone: what was planned for an hour of the day comes at that hour there. */
export const ZONE_CHANGED = 'ZoneChanged'
