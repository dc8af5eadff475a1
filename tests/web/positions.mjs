// A folder is dropped, and what is in each of its files is asked for.
export default async (session, { address, folder, names }) => {
  await session.open(address);
  await session.drop([folder]);
  await session.until('the folder', told => told.folder);
  const found = await session.examined(names.map(name => `/takes/${name}`));
  return Object.fromEntries(found.map(({ path, ...rest }) => [path.slice('/takes/'.length), rest]));
};
