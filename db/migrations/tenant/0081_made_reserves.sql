-- What jobs made and no document took, which is reserved for them, without the years of lines whose goods left.
CREATE INDEX `materials_made` ON `materials` (`inventoryid`) WHERE archived = 0 AND inventoryclass IN (3, 4) AND consumed > departed + departedbefore;
