import{a,b,c}from"./chunk-K3XD6XRK.js";export{a as canonical,c as isPromised,b as possible};
