-- Rights that nothing asks for yet.
DELETE FROM `roleclaims` WHERE `claim` IN (
	'steps.work', 'timesheet.write', 'purchasing.read', 'purchasing.write', 'delivery.read', 'delivery.write'
);
