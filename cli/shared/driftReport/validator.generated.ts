// @ts-nocheck: generated from cli/drift-report.schema.json by `npm run generate`, with ajv; do not edit.
"use strict";
export const isDriftReport = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Drift report","type":"object","required":["version","generator","startedAt","finishedAt","result","summary","stacks"],"properties":{"version":{"const":1},"generator":{"type":"string"},"startedAt":{"type":"string","format":"date-time"},"finishedAt":{"type":"string","format":"date-time"},"result":{"$ref":"#/$defs/result"},"summary":{"type":"object","required":["clean","drift","failed","checked","changed","gone","unverifiable"],"properties":{"clean":{"$ref":"#/$defs/count"},"drift":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"checked":{"$ref":"#/$defs/count"},"changed":{"$ref":"#/$defs/count"},"gone":{"$ref":"#/$defs/count"},"unverifiable":{"$ref":"#/$defs/count"},"unmanaged":{"$ref":"#/$defs/count"}}},"shard":{"type":"object","required":["index","count"],"properties":{"index":{"type":"integer","minimum":1,"maximum":1000},"count":{"type":"integer","minimum":1,"maximum":1000},"stacks":{"$ref":"#/$defs/count"},"digest":{"type":"string"}}},"stacks":{"type":"array","items":{"$ref":"#/$defs/stack"}}},"$defs":{"count":{"type":"integer","minimum":0,"maximum":9007199254740991},"result":{"enum":["clean","drift","failed"]},"stack":{"type":"object","required":["name","folder","result","problems","checked","resources"],"properties":{"name":{"type":"string"},"folder":{"type":"string"},"missing":{"type":"boolean"},"result":{"$ref":"#/$defs/result"},"startedAt":{"type":"string","format":"date-time"},"finishedAt":{"type":"string","format":"date-time"},"problems":{"type":"array","items":{"type":"object","required":["message"],"properties":{"urn":{"type":"string"},"message":{"type":"string"}}}},"checked":{"$ref":"#/$defs/count"},"resources":{"type":"array","items":{"$ref":"#/$defs/resource"}},"unmanaged":{"type":"array","items":{"$ref":"#/$defs/unmanaged"}}}},"unmanaged":{"type":"object","required":["kind","name","id","tenant"],"properties":{"kind":{"type":"string"},"name":{"type":"string"},"id":{"type":"string"},"tenant":{"type":"string"},"createdAt":{"type":"string"},"note":{"type":"string"}}},"resource":{"type":"object","required":["urn","kind","name","id","result","properties"],"properties":{"urn":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},"id":{"type":"string"},"result":{"enum":["changed","gone","unverifiable"]},"tenant":{"type":"string"},"updatedAt":{"type":"string"},"properties":{"type":"array","items":{"$ref":"#/$defs/property"}},"note":{"type":"string"}}},"property":{"type":"object","required":["path"],"properties":{"path":{"type":"string"},"expected":{},"live":{}}}}};
const schema32 = {"enum":["clean","drift","failed"]};
const schema33 = {"type":"integer","minimum":0,"maximum":9007199254740991};
const formats0 = require("../../../provider/schema/formats").formats["date-time"];
const schema42 = {"type":"object","required":["name","folder","result","problems","checked","resources"],"properties":{"name":{"type":"string"},"folder":{"type":"string"},"missing":{"type":"boolean"},"result":{"$ref":"#/$defs/result"},"startedAt":{"type":"string","format":"date-time"},"finishedAt":{"type":"string","format":"date-time"},"problems":{"type":"array","items":{"type":"object","required":["message"],"properties":{"urn":{"type":"string"},"message":{"type":"string"}}}},"checked":{"$ref":"#/$defs/count"},"resources":{"type":"array","items":{"$ref":"#/$defs/resource"}},"unmanaged":{"type":"array","items":{"$ref":"#/$defs/unmanaged"}}}};
const schema47 = {"type":"object","required":["kind","name","id","tenant"],"properties":{"kind":{"type":"string"},"name":{"type":"string"},"id":{"type":"string"},"tenant":{"type":"string"},"createdAt":{"type":"string"},"note":{"type":"string"}}};
const schema45 = {"type":"object","required":["urn","kind","name","id","result","properties"],"properties":{"urn":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},"id":{"type":"string"},"result":{"enum":["changed","gone","unverifiable"]},"tenant":{"type":"string"},"updatedAt":{"type":"string"},"properties":{"type":"array","items":{"$ref":"#/$defs/property"}},"note":{"type":"string"}}};
const schema46 = {"type":"object","required":["path"],"properties":{"path":{"type":"string"},"expected":{},"live":{}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.urn === undefined) && (missing0 = "urn")) || ((data.kind === undefined) && (missing0 = "kind"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.result === undefined) && (missing0 = "result"))) || ((data.properties === undefined) && (missing0 = "properties"))){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.urn !== undefined){
const _errs1 = errors;
if(typeof data.urn !== "string"){
validate22.errors = [{instancePath:instancePath+"/urn",schemaPath:"#/properties/urn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined){
const _errs3 = errors;
if(typeof data.kind !== "string"){
validate22.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs5 = errors;
if(typeof data.name !== "string"){
validate22.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs7 = errors;
if(typeof data.id !== "string"){
validate22.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.result !== undefined){
let data4 = data.result;
const _errs9 = errors;
if(!(((data4 === "changed") || (data4 === "gone")) || (data4 === "unverifiable"))){
validate22.errors = [{instancePath:instancePath+"/result",schemaPath:"#/properties/result/enum",keyword:"enum",params:{allowedValues: schema45.properties.result.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tenant !== undefined){
const _errs10 = errors;
if(typeof data.tenant !== "string"){
validate22.errors = [{instancePath:instancePath+"/tenant",schemaPath:"#/properties/tenant/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updatedAt !== undefined){
const _errs12 = errors;
if(typeof data.updatedAt !== "string"){
validate22.errors = [{instancePath:instancePath+"/updatedAt",schemaPath:"#/properties/updatedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.properties !== undefined){
let data7 = data.properties;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data7)){
var valid1 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
const _errs16 = errors;
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing1;
if((data8.path === undefined) && (missing1 = "path")){
validate22.errors = [{instancePath:instancePath+"/properties/" + i0,schemaPath:"#/$defs/property/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data8.path !== undefined){
if(typeof data8.path !== "string"){
validate22.errors = [{instancePath:instancePath+"/properties/" + i0+"/path",schemaPath:"#/$defs/property/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/properties/" + i0,schemaPath:"#/$defs/property/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs16 === errors;
if(!valid1){
break;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/properties",schemaPath:"#/properties/properties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.note !== undefined){
const _errs21 = errors;
if(typeof data.note !== "string"){
validate22.errors = [{instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"urn":true,"kind":true,"name":true,"id":true,"result":true,"tenant":true,"updatedAt":true,"properties":true,"note":true},"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.name === undefined) && (missing0 = "name")) || ((data.folder === undefined) && (missing0 = "folder"))) || ((data.result === undefined) && (missing0 = "result"))) || ((data.problems === undefined) && (missing0 = "problems"))) || ((data.checked === undefined) && (missing0 = "checked"))) || ((data.resources === undefined) && (missing0 = "resources"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.name !== undefined){
const _errs1 = errors;
if(typeof data.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.folder !== undefined){
const _errs3 = errors;
if(typeof data.folder !== "string"){
validate21.errors = [{instancePath:instancePath+"/folder",schemaPath:"#/properties/folder/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.missing !== undefined){
const _errs5 = errors;
if(typeof data.missing !== "boolean"){
validate21.errors = [{instancePath:instancePath+"/missing",schemaPath:"#/properties/missing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.result !== undefined){
let data3 = data.result;
const _errs7 = errors;
if(!(((data3 === "clean") || (data3 === "drift")) || (data3 === "failed"))){
validate21.errors = [{instancePath:instancePath+"/result",schemaPath:"#/$defs/result/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
let data4 = data.startedAt;
const _errs9 = errors;
if(errors === _errs9){
if(errors === _errs9){
if(typeof data4 === "string"){
if(!(formats0(data4))){
validate21.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.finishedAt !== undefined){
let data5 = data.finishedAt;
const _errs11 = errors;
if(errors === _errs11){
if(errors === _errs11){
if(typeof data5 === "string"){
if(!(formats0(data5))){
validate21.errors = [{instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.problems !== undefined){
let data6 = data.problems;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid2 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if((data7.message === undefined) && (missing1 = "message")){
validate21.errors = [{instancePath:instancePath+"/problems/" + i0,schemaPath:"#/properties/problems/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data7.urn !== undefined){
const _errs17 = errors;
if(typeof data7.urn !== "string"){
validate21.errors = [{instancePath:instancePath+"/problems/" + i0+"/urn",schemaPath:"#/properties/problems/items/properties/urn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.message !== undefined){
const _errs19 = errors;
if(typeof data7.message !== "string"){
validate21.errors = [{instancePath:instancePath+"/problems/" + i0+"/message",schemaPath:"#/properties/problems/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/problems/" + i0,schemaPath:"#/properties/problems/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/problems",schemaPath:"#/properties/problems/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checked !== undefined){
let data10 = data.checked;
const _errs21 = errors;
const _errs22 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate21.errors = [{instancePath:instancePath+"/checked",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate21.errors = [{instancePath:instancePath+"/checked",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate21.errors = [{instancePath:instancePath+"/checked",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.resources !== undefined){
let data11 = data.resources;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data11)){
var valid5 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
const _errs26 = errors;
if(!(validate22(data11[i1], {instancePath:instancePath+"/resources/" + i1,parentData:data11,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid5 = _errs26 === errors;
if(!valid5){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unmanaged !== undefined){
let data13 = data.unmanaged;
const _errs27 = errors;
if(errors === _errs27){
if(Array.isArray(data13)){
var valid6 = true;
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
const _errs29 = errors;
const _errs30 = errors;
if(errors === _errs30){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing2;
if(((((data14.kind === undefined) && (missing2 = "kind")) || ((data14.name === undefined) && (missing2 = "name"))) || ((data14.id === undefined) && (missing2 = "id"))) || ((data14.tenant === undefined) && (missing2 = "tenant"))){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2,schemaPath:"#/$defs/unmanaged/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data14.kind !== undefined){
const _errs32 = errors;
if(typeof data14.kind !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/kind",schemaPath:"#/$defs/unmanaged/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs32 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.name !== undefined){
const _errs34 = errors;
if(typeof data14.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/name",schemaPath:"#/$defs/unmanaged/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs34 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.id !== undefined){
const _errs36 = errors;
if(typeof data14.id !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/id",schemaPath:"#/$defs/unmanaged/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.tenant !== undefined){
const _errs38 = errors;
if(typeof data14.tenant !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/tenant",schemaPath:"#/$defs/unmanaged/properties/tenant/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.createdAt !== undefined){
const _errs40 = errors;
if(typeof data14.createdAt !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/createdAt",schemaPath:"#/$defs/unmanaged/properties/createdAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs40 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.note !== undefined){
const _errs42 = errors;
if(typeof data14.note !== "string"){
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2+"/note",schemaPath:"#/$defs/unmanaged/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs42 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/unmanaged/" + i2,schemaPath:"#/$defs/unmanaged/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs29 === errors;
if(!valid6){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/unmanaged",schemaPath:"#/properties/unmanaged/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"name":true,"folder":true,"missing":true,"result":true,"startedAt":true,"finishedAt":true,"problems":true,"checked":true,"resources":true,"unmanaged":true},"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.version === undefined) && (missing0 = "version")) || ((data.generator === undefined) && (missing0 = "generator"))) || ((data.startedAt === undefined) && (missing0 = "startedAt"))) || ((data.finishedAt === undefined) && (missing0 = "finishedAt"))) || ((data.result === undefined) && (missing0 = "result"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.stacks === undefined) && (missing0 = "stacks"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.version !== undefined){
const _errs1 = errors;
if(1 !== data.version){
validate20.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.generator !== undefined){
const _errs2 = errors;
if(typeof data.generator !== "string"){
validate20.errors = [{instancePath:instancePath+"/generator",schemaPath:"#/properties/generator/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
let data2 = data.startedAt;
const _errs4 = errors;
if(errors === _errs4){
if(errors === _errs4){
if(typeof data2 === "string"){
if(!(formats0(data2))){
validate20.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.finishedAt !== undefined){
let data3 = data.finishedAt;
const _errs6 = errors;
if(errors === _errs6){
if(errors === _errs6){
if(typeof data3 === "string"){
if(!(formats0(data3))){
validate20.errors = [{instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.result !== undefined){
let data4 = data.result;
const _errs8 = errors;
if(!(((data4 === "clean") || (data4 === "drift")) || (data4 === "failed"))){
validate20.errors = [{instancePath:instancePath+"/result",schemaPath:"#/$defs/result/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
let data5 = data.summary;
const _errs10 = errors;
if(errors === _errs10){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if((((((((data5.clean === undefined) && (missing1 = "clean")) || ((data5.drift === undefined) && (missing1 = "drift"))) || ((data5.failed === undefined) && (missing1 = "failed"))) || ((data5.checked === undefined) && (missing1 = "checked"))) || ((data5.changed === undefined) && (missing1 = "changed"))) || ((data5.gone === undefined) && (missing1 = "gone"))) || ((data5.unverifiable === undefined) && (missing1 = "unverifiable"))){
validate20.errors = [{instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data5.clean !== undefined){
let data6 = data5.clean;
const _errs12 = errors;
const _errs13 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate20.errors = [{instancePath:instancePath+"/summary/clean",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate20.errors = [{instancePath:instancePath+"/summary/clean",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate20.errors = [{instancePath:instancePath+"/summary/clean",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.drift !== undefined){
let data7 = data5.drift;
const _errs15 = errors;
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate20.errors = [{instancePath:instancePath+"/summary/drift",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate20.errors = [{instancePath:instancePath+"/summary/drift",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate20.errors = [{instancePath:instancePath+"/summary/drift",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.failed !== undefined){
let data8 = data5.failed;
const _errs18 = errors;
const _errs19 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate20.errors = [{instancePath:instancePath+"/summary/failed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate20.errors = [{instancePath:instancePath+"/summary/failed",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate20.errors = [{instancePath:instancePath+"/summary/failed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.checked !== undefined){
let data9 = data5.checked;
const _errs21 = errors;
const _errs22 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate20.errors = [{instancePath:instancePath+"/summary/checked",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate20.errors = [{instancePath:instancePath+"/summary/checked",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate20.errors = [{instancePath:instancePath+"/summary/checked",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.changed !== undefined){
let data10 = data5.changed;
const _errs24 = errors;
const _errs25 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate20.errors = [{instancePath:instancePath+"/summary/changed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate20.errors = [{instancePath:instancePath+"/summary/changed",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate20.errors = [{instancePath:instancePath+"/summary/changed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.gone !== undefined){
let data11 = data5.gone;
const _errs27 = errors;
const _errs28 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate20.errors = [{instancePath:instancePath+"/summary/gone",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs28){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate20.errors = [{instancePath:instancePath+"/summary/gone",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate20.errors = [{instancePath:instancePath+"/summary/gone",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.unverifiable !== undefined){
let data12 = data5.unverifiable;
const _errs30 = errors;
const _errs31 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate20.errors = [{instancePath:instancePath+"/summary/unverifiable",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs31){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 9007199254740991 || isNaN(data12)){
validate20.errors = [{instancePath:instancePath+"/summary/unverifiable",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate20.errors = [{instancePath:instancePath+"/summary/unverifiable",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.unmanaged !== undefined){
let data13 = data5.unmanaged;
const _errs33 = errors;
const _errs34 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate20.errors = [{instancePath:instancePath+"/summary/unmanaged",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs34){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 9007199254740991 || isNaN(data13)){
validate20.errors = [{instancePath:instancePath+"/summary/unmanaged",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data13 < 0 || isNaN(data13)){
validate20.errors = [{instancePath:instancePath+"/summary/unmanaged",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shard !== undefined){
let data14 = data.shard;
const _errs36 = errors;
if(errors === _errs36){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing2;
if(((data14.index === undefined) && (missing2 = "index")) || ((data14.count === undefined) && (missing2 = "count"))){
validate20.errors = [{instancePath:instancePath+"/shard",schemaPath:"#/properties/shard/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data14.index !== undefined){
let data15 = data14.index;
const _errs38 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate20.errors = [{instancePath:instancePath+"/shard/index",schemaPath:"#/properties/shard/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs38){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 1000 || isNaN(data15)){
validate20.errors = [{instancePath:instancePath+"/shard/index",schemaPath:"#/properties/shard/properties/index/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"}];
return false;
}
else {
if(data15 < 1 || isNaN(data15)){
validate20.errors = [{instancePath:instancePath+"/shard/index",schemaPath:"#/properties/shard/properties/index/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid11 = _errs38 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data14.count !== undefined){
let data16 = data14.count;
const _errs40 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate20.errors = [{instancePath:instancePath+"/shard/count",schemaPath:"#/properties/shard/properties/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs40){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1000 || isNaN(data16)){
validate20.errors = [{instancePath:instancePath+"/shard/count",schemaPath:"#/properties/shard/properties/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"}];
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
validate20.errors = [{instancePath:instancePath+"/shard/count",schemaPath:"#/properties/shard/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid11 = _errs40 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data14.stacks !== undefined){
let data17 = data14.stacks;
const _errs42 = errors;
const _errs43 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate20.errors = [{instancePath:instancePath+"/shard/stacks",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs43){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
validate20.errors = [{instancePath:instancePath+"/shard/stacks",schemaPath:"#/$defs/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate20.errors = [{instancePath:instancePath+"/shard/stacks",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid11 = _errs42 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data14.digest !== undefined){
const _errs45 = errors;
if(typeof data14.digest !== "string"){
validate20.errors = [{instancePath:instancePath+"/shard/digest",schemaPath:"#/properties/shard/properties/digest/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs45 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/shard",schemaPath:"#/properties/shard/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stacks !== undefined){
let data19 = data.stacks;
const _errs47 = errors;
if(errors === _errs47){
if(Array.isArray(data19)){
var valid13 = true;
const len0 = data19.length;
for(let i0=0; i0<len0; i0++){
const _errs49 = errors;
if(!(validate21(data19[i0], {instancePath:instancePath+"/stacks/" + i0,parentData:data19,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
var valid13 = _errs49 === errors;
if(!valid13){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/stacks",schemaPath:"#/properties/stacks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"version":true,"generator":true,"startedAt":true,"finishedAt":true,"result":true,"summary":true,"shard":true,"stacks":true},"dynamicProps":false,"dynamicItems":false};

