export const presence = {
  one: "{{name}} est là aussi",
  two: "{{name}} et {{other}} sont là aussi",
  many_one: "{{name}} et {{count}} autre personne sont là aussi",
  many_many: "{{name}} et {{count}} d’autres personnes sont là aussi",
  many_other: "{{name}} et {{count}} autres personnes sont là aussi",
  nameless: "Un autre administrateur",
};
