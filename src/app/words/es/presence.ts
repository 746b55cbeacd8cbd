export const presence = {
  one: "{{name}} también está aquí",
  two: "{{name}} y {{other}} también están aquí",
  many_one: "{{name}} y {{count}} persona más también están aquí",
  many_many: "{{name}} y {{count}} de personas más también están aquí",
  many_other: "{{name}} y {{count}} personas más también están aquí",
  nameless: "Otro administrador",
};
