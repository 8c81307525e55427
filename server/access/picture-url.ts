export const pictureUrl = (userid: string, pictureutc: string | null) =>
  pictureutc ? `/users/${userid}/picture?v=${Date.parse(pictureutc)}` : null
